import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { jsPDF } from 'jspdf';
import { printable } from './text.ts';

/** The look of words. */
export interface Style {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
  /** A link target. */
  readonly link?: string | undefined;
}

/** Words with one style. Line breaks in them are kept. */
export interface Run extends Style {
  readonly text: string;
}

/** The fonts of a PDF. */
export interface PdfFonts {
  use(style: Style): void;
  /** Adapts a text and its style to characters that the fonts have. */
  shown(run: Run): Run;
}

/** The fonts that every PDF reader has: Windows-1252. */
export function standardFonts(pdf: jsPDF): PdfFonts {
  return {
    use: (style) => void pdf.setFont(style.code ? 'courier' : 'helvetica', variantOf(style)),
    shown: (run) => ({ ...run, text: printable(run.text) }),
  };
}

/** DejaVu fonts, for most alphabetic scripts. The used parts are embedded in the PDF. */
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
      // The regular font covers scripts that the others lack.
      const isPlain = letters.some((letter) => !has(run, letter) && has({}, letter));
      const look: Run = isPlain ? { text: run.text, link: run.link } : run;
      return { ...look, text: letters.map((letter) => (has(look, letter) ? letter : printable(letter))).join('') };
    },
  };
}

/**
 * The fonts are next to the source; the packaged extension doesn't contain them, because they would increase its size
 * by half.
 */
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
