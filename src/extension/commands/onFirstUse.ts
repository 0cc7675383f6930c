/** What is loaded when it is first needed. */
export interface FirstUse<Loaded> {
  (): Promise<Loaded>;
  /** What is loaded, or is being loaded, without loading it. */
  readonly known: () => Promise<Loaded> | undefined;
}

/** What `load` gives, asked for when it is first needed, and once; when that fails, the next who needs it asks again. */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): FirstUse<Loaded> {
  let loading: Promise<Loaded> | undefined;
  const loaded = (): Promise<Loaded> =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  return Object.assign(loaded, { known: () => loading });
}

/** An object whose methods call those of what `load` gives, asked for by the first call. */
export function methodsOnFirstUse<Loaded extends object>(load: () => Promise<Loaded>): Loaded {
  type Methods = Record<string, (...given: unknown[]) => Promise<unknown>>;
  // Without a method `then`, or it would be taken for a promise.
  const method = (name: string | symbol) =>
    typeof name === 'string' && name !== 'then'
      ? async (...given: unknown[]) => ((await load()) as Methods)[name]?.(...given)
      : undefined;
  return new Proxy({} as Loaded, { get: (own, name) => Reflect.get(own, name) ?? method(name) });
}

/** Disposes what was loaded by then. */
export function disposeIfUsed({ known }: Pick<FirstUse<{ dispose(): unknown }>, 'known'>): void {
  void known()?.then(
    (loaded) => void loaded.dispose(),
    () => undefined,
  );
}
