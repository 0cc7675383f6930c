import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { jsPDF } from 'jspdf';
import { printable } from './text.ts';

/** How words look. */
export interface Style {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
  /** An address that a click opens. */
  readonly link?: string | undefined;
}

/** Words of one look. A line break in them is kept. */
export interface Run extends Style {
  readonly text: string;
}

/** What a PDF is written with. */
export interface PdfFonts {
  use(style: Style): void;
  /** A text, and how it looks, in letters that the fonts have. */
  shown(run: Run): Run;
}

/** Those that every PDF reader has: Windows-1252. */
export function standardFonts(pdf: jsPDF): PdfFonts {
  return {
    use: (style) => void pdf.setFont(style.code ? 'courier' : 'helvetica', variantOf(style)),
    shown: (run) => ({ ...run, text: printable(run.text) }),
  };
}

/** Those of DejaVu, for most scripts of letters. They stand in the PDF, as far as they are used. */
export function wideFonts(pdf: jsPDF): PdfFonts {
  const added = new Set<string>();
  const known = new Map<string, boolean>();

  function use(style: Style): void {
    const name = style.code ? 'DejaVuSansMono' : 'DejaVuSans';
    const variant = variantOf(style);
    const file = `${name}${suffixes[variant]}.ttf`;
    if (!added.has(file)) {
      pdf.addFileToVFS(file, readFileSync(join(folder ?? '', file)).toString('base64'));
      pdf.addFont(file, name, variant);
      added.add(file);
    }
    pdf.setFont(name, variant);
  }

  function has(style: Style, letter: string): boolean {
    const key = `${style.code ? 'code' : ''} ${variantOf(style)} ${letter}`;
    let isThere = known.get(key);
    if (isThere === undefined) {
      use(style);
      const { metadata } = pdf.getFont() as { metadata?: { characterToGlyph(code: number): number | undefined } };
      const code = letter.codePointAt(0) ?? 0;
      isThere = code <= 0xffff && /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(letter) && !!metadata?.characterToGlyph(code);
      known.set(key, isThere);
    }
    return isThere;
  }

  return {
    use,
    shown(run) {
      const letters = [...run.text.normalize('NFC')];
      // The upright font has scripts that the others lack.
      const isPlain = letters.some((letter) => !has(run, letter) && has({}, letter));
      const look: Run = isPlain ? { text: run.text, link: run.link } : run;
      return { ...look, text: letters.map((letter) => (has(look, letter) ? letter : printable(letter))).join('') };
    },
  };
}

/** Beside the source; the packaged extension, which would be half as large again with them, has none. */
const folder = fontFolder();

export function hasWideFonts(): boolean {
  return folder !== undefined && existsSync(folder);
}

function fontFolder(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  } catch {
    return undefined;
  }
}

const suffixes = { normal: '', bold: '-Bold', italic: '-Oblique', bolditalic: '-BoldOblique' } as const;

function variantOf({ bold, italic }: Style): keyof typeof suffixes {
  if (bold) return italic ? 'bolditalic' : 'bold';
  return italic ? 'italic' : 'normal';
}
