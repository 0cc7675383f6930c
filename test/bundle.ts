import { build, type BuildOptions, type Metafile } from 'esbuild';

/** The extension bundled as it ships, without writing it; once for all callers. */
export function bundled(): Promise<Metafile> {
  return (bundle ??= bundling());
}

let bundle: Promise<Metafile> | undefined;

async function bundling(): Promise<Metafile> {
  const { metafile } = await build({ ...(await optionsOf()), write: false, logLevel: 'silent' });
  return metafile;
}

type Options = BuildOptions & { metafile: true };

/** The options with which the extension is built as it ships. */
export async function optionsOf(): Promise<Options> {
  return (await shippedOptions()).extensionBuild({ production: true });
}

/** The options with which the webviews are built as they ship. */
export async function webviewOptions(): Promise<Options> {
  return (await shippedOptions()).webviewBuild({ production: true });
}

function shippedOptions(): Promise<
  Record<'extensionBuild' | 'webviewBuild', (mode: { production: boolean }) => Options>
> {
  return import(new URL('../build/options.mjs', import.meta.url).href) as ReturnType<typeof shippedOptions>;
}

/** What importing these source files loads: their chunks and the chunks that these import, without dynamic imports. */
export function loadedWith(
  sources: readonly string[],
  { outputs }: Metafile,
): { readonly inputs: string[]; readonly bytes: number } {
  const chunks = new Set(sources.map((source) => chunkOf(source, outputs)));
  for (const chunk of chunks) {
    for (const { path, kind } of outputs[chunk]?.imports ?? [])
      if (kind === 'import-statement' && outputs[path]) chunks.add(path);
  }
  const parts = [...chunks].map((chunk) => outputs[chunk]!);
  const inputs = parts.flatMap((part) =>
    Object.entries(part.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  return { inputs: inputs.map(([input]) => input), bytes: parts.reduce((sum, part) => sum + part.bytes, 0) };
}

function chunkOf(source: string, outputs: Metafile['outputs']): string {
  const [chunk] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
  if (chunk === undefined) throw new Error(`${source} is neither the entry nor imported dynamically.`);
  return chunk;
}
