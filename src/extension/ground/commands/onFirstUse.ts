/** A value that is loaded when it is first needed. */
export interface FirstUse<Loaded> {
  (): Promise<Loaded>;
  /** The value, or the promise of one that is being loaded. Never starts to load it. */
  readonly cached: () => Promise<Loaded> | undefined;
}

/** Calls `load` once, on first use. If it fails, the next caller tries again. */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): FirstUse<Loaded> {
  let loading: Promise<Loaded> | undefined;
  const loaded = (): Promise<Loaded> =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  return Object.assign(loaded, { cached: () => loading });
}

/** An object whose methods forward to the object that `load` returns, which is loaded by the first call. */
export function methodsOnFirstUse<Loaded extends object>(load: () => Promise<Loaded>): Loaded {
  type Methods = Record<string, (...given: unknown[]) => Promise<unknown>>;
  // It has no method `then`, or it would be taken for a promise.
  const method = (name: string | symbol) =>
    typeof name === 'string' && name !== 'then'
      ? async (...given: unknown[]) => ((await load()) as Methods)[name]?.(...given)
      : undefined;
  return new Proxy({} as Loaded, { get: (own, name) => Reflect.get(own, name) ?? method(name) });
}

/** Disposes the value if it was loaded. */
export function disposeIfUsed({ cached: known }: Pick<FirstUse<{ dispose(): unknown }>, 'cached'>): void {
  void known()?.then(
    (loaded) => void loaded.dispose(),
    () => undefined,
  );
}
