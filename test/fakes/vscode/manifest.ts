import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> };
    readonly configurationDefaults: Readonly<Record<string, unknown>>;
    readonly languages: readonly {
      readonly id: string;
      readonly extensions?: readonly string[];
      readonly filenamePatterns?: readonly string[];
    }[];
  };
}

let read: Manifest['contributes'] | undefined;

function contributes(): Manifest['contributes'] {
  return (read ??= (JSON.parse(readFileSync('package.json', 'utf8')) as Manifest).contributes);
}

export function defaultOf(name: string): unknown {
  return contributes().configuration.properties[name]?.default;
}

/** The default of a setting of VS Code's that the extension changes for documents in this language. */
export function defaultInLanguage(languageId: string, name: string): unknown {
  const defaults = contributes().configurationDefaults[`[${languageId}]`] as
    | Readonly<Record<string, unknown>>
    | undefined;
  return defaults?.[name];
}

/** By the extension's own languages, then by those of VS Code that are used. */
export function languageOf(file: string): string {
  const own = contributes().languages.find(
    ({ extensions = [], filenamePatterns = [] }) =>
      extensions.some((extension) => file.endsWith(extension)) ||
      filenamePatterns.some((pattern) => path.posix.matchesGlob(file, pattern)),
  );
  return own?.id ?? (/\.jsonc?$/.test(file) ? 'json' : 'markdown');
}
