import type { jsPDF } from 'jspdf';
import type { PdfFonts, Run, Style } from './fonts.ts';

/** Measures words and breaks them into lines. Lengths are in points. */
export interface Typesetter {
  /** Selects the font for text of that style and size. */
  readonly dress: (style: Style, size: number) => void;
  readonly widthOf: (text: string, style: Style, size: number) => number;
  /** Breaks words into lines of this width; a wider word is split. */
  readonly linesOf: (runs: readonly Run[], room: number, size: number) => Run[][];
}

export function createTypesetter(pdf: jsPDF, fonts: PdfFonts): Typesetter {
  const widths = new Map<string, number>();

  function dress(style: Style, size: number): void {
    fonts.use(style);
    pdf.setFontSize(style.code ? size * 0.95 : size);
  }

  /** Cached, because the same words recur. */
  function widthOf(text: string, style: Style, size: number): number {
    const key = `${style.bold ? 1 : 0}${style.italic ? 1 : 0}${style.code ? 1 : 0}${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      dress(style, 1);
      // Words are drawn without kerning, so they are measured without it.
      width = pdf.getStringUnitWidth(text, { doKerning: false }) * pdf.getFontSize();
      if (widths.size > 50_000) widths.clear();
      widths.set(key, width);
    }
    return width * size;
  }

  /** Breaks words into lines of this width; a wider word is split. */
  function linesOf(runs: readonly Run[], room: number, size: number): Run[][] {
    const lines: Run[][] = [[]];
    let used = 0;
    const put = (text: string, style: Run) => {
      const taken = widthOf(text, style, size);
      const isSpace = text.trim() === '';
      const hangs = isSpace || /^[.,:;!?)’”]{1,2}$/.test(text);
      if (used + taken > room && used > 0 && !hangs) {
        lines.push([]);
        used = 0;
      }
      if (used === 0 && isSpace) return;
      if (taken > room && text.length > 1) {
        const half = Math.max(1, Math.floor((text.length * room) / taken) - 1);
        put(text.slice(0, half), style);
        put(text.slice(half), style);
        return;
      }
      const line = lines.at(-1);
      const last = line?.at(-1);
      // Each word is drawn at its own place, together with the space after it, because the known widths are slightly
      // inexact.
      if (last && isSpace) line?.splice(-1, 1, { ...last, text: last.text + text });
      else line?.push({ ...style, text });
      used += taken;
    };
    for (const run of runs.map((given) => fonts.shown(given))) {
      for (const [index, line] of run.text.split('\n').entries()) {
        if (index > 0) {
          lines.push([]);
          used = 0;
        }
        // Text without breaks is measured piece by piece.
        for (const word of line.match(/\s{1,50}|\S{1,50}/g) ?? []) put(word, run);
      }
    }
    return lines;
  }

  return { dress, widthOf, linesOf };
}
