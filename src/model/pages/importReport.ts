import { asCode, asText } from '../text/escaping.ts';
import type { ImportNote } from './importSources.ts';

/** What an import took, and what it changed or left out. */
export interface ImportSummary {
  /** Of the file, folder, or address. */
  readonly name: string;
  readonly pages: number;
  readonly files: number;
  readonly notes: readonly ImportNote[];
}

/** The texts of a report; `{0}` is a name or a number. */
export interface ReportWords extends Readonly<Record<ImportNote['kind'], string>> {
  readonly title: string;
  readonly taken: string;
  readonly complete: string;
}

/** The report of an import as Markdown: a list for each kind of note, with the files in their order. */
export function importReport({ name, pages, files, notes }: ImportSummary, words: ReportWords): string {
  const lists = [...Map.groupBy(notes, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    const lines = new Set(
      ofKind.map(({ path, detail }) => `- ${asCode(path)}${detail === undefined ? '' : `: ${asText(detail)}`}`),
    );
    return [`## ${words[kind] ?? kind} (${lines.size})`, [...lines].join('\n')];
  });
  const taken = words.taken.replace('{0}', String(pages)).replace('{1}', String(files));
  const title = words.title.replace('{0}', () => asText(name));
  return `${[`# ${title}`, taken, ...(lists.length > 0 ? lists : [words.complete])].join('\n\n')}\n`;
}
