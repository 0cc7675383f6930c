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

/** Disposes what was loaded by then. */
export function disposeIfUsed({ known }: Pick<FirstUse<{ dispose(): unknown }>, 'known'>): void {
  void known()?.then(
    (loaded) => void loaded.dispose(),
    () => undefined,
  );
}
