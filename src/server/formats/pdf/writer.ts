import { jsPDF } from 'jspdf';
import { standardFonts, wideFonts, type Run } from './fonts.ts';
import { createTypesetter } from './typesetter.ts';

export interface Paragraph {
  /** In points. */
  readonly size: number;
  /** From the left margin, in points. */
  readonly indent: number;
  readonly before?: number;
  /** Shown left of the first line: a bullet or a number. */
  readonly mark?: string | undefined;
  /** From the right margin, in points. */
  readonly outdent?: number;
}

/** Writes text from the top of an A4 page down, and continues on the next page. Lengths are in points. */
export interface PdfWriter {
  paragraph(runs: readonly Run[], paragraph: Paragraph): void;
  /** Unformatted lines of code on a gray background; long lines are wrapped. */
  code(text: string, indent: number): void;
  table(rows: readonly (readonly (readonly Run[])[])[], indent: number): void;
  rule(indent: number): void;
  /** Draws a bar to the left of everything that `work` writes. */
  quoted(indent: number, work: () => void): void;
  newPage(): void;
  /** Whether characters of the text are shown as `?`. */
  lacks(text: string): boolean;
  /** Adds an entry of the PDF outline that leads here; `level` from 0. */
  outline(title: string, level: number): void;
  /** The bytes of the PDF, with page numbers. */
  finished(): Uint8Array<ArrayBuffer>;
}

const margin = 60;
const leading = 1.4;
const codeSize = 9;
const cellSize = 9.5;
const noteSize = 10;
const mostSheets = 1000;
const padding = 4;

/** With `isWide`, uses fonts for most alphabetic scripts, else those that every PDF reader has. */
export function pdfWriter({ title, at, isWide }: { title: string; at: number; isWide: boolean }): PdfWriter {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  const fonts = isWide ? wideFonts(pdf) : standardFonts(pdf);
  const { dress, widthOf, linesOf } = createTypesetter(pdf, fonts);
  const plain = (text: string): string => fonts.shown({ text }).text;
  pdf.setDocumentProperties({ title: plain(title), creator: 'Docs Platform' });
  pdf.setCreationDate(new Date(at));
  const width = pdf.internal.pageSize.getWidth();
  const bottom = pdf.internal.pageSize.getHeight() - margin;
  const entries: unknown[] = [];
  let y = margin;
  let bars: readonly number[] = [];

  function down(height: number): void {
    if (y + height > bottom && y > margin) newPage();
    for (const x of isFull() ? [] : bars) pdf.setFillColor('#c8c8c8').rect(x, y - 2, 2, height + 2, 'F');
    y += height;
  }

  function newPage(): void {
    y = margin;
    if (isFull()) return;
    pdf.addPage();
    if (!isFull()) return;
    down(noteSize);
    drawLine([{ text: 'This is as much as one PDF can hold. The rest is left out.', italic: true }], margin, noteSize);
  }

  function isFull(): boolean {
    return pdf.getNumberOfPages() > mostSheets;
  }

  function drawLine(line: readonly Run[], x: number, size: number): void {
    let at = x;
    for (const run of line) {
      const taken = widthOf(run.text, run, size);
      dress(run, size);
      if (run.link === undefined) pdf.setTextColor('#1e1e1e');
      else pdf.setTextColor('#1450aa').link(at, y - size, taken, size * 1.2, { url: run.link });
      pdf.text(run.text, at, y);
      at += taken;
    }
  }

  function drawTableRow(cells: readonly Run[][][], columns: readonly number[], indent: number): void {
    const height = largest(cells.map((lines) => lines.length));
    for (let index = 0; index < height; index += 1) {
      down(cellSize * leading);
      if (isFull()) return;
      let x = margin + indent;
      for (const [column, lines] of cells.entries()) {
        drawLine(lines[index] ?? [], x + padding, cellSize);
        x += columns[column] ?? 0;
      }
    }
    y += padding;
    if (isFull()) return;
    pdf.setDrawColor('#c8c8c8').line(margin + indent, y, width - margin, y);
    y += 1;
  }

  return {
    paragraph: (runs, { size, indent, before = size * 0.6, mark, outdent = 0 }) => {
      if (isFull()) return;
      if (y > margin) y += before;
      const lines = linesOf(runs, Math.max(60, width - 2 * margin - indent - outdent), size);
      // A heading, or a first line, must not be alone at the end of a page.
      if (lines.length > 1 && y + 2 * size * leading > bottom) newPage();
      for (const [index, line] of lines.entries()) {
        down(size * leading);
        if (isFull()) return;
        if (index === 0 && mark !== undefined) drawLine([{ text: mark }], margin + indent - 16, size);
        drawLine(line, margin + indent, size);
      }
    },
    code: (text, indent) => {
      y += 8;
      const room = width - 2 * margin - indent - 2 * padding;
      const shown = fonts.shown({ text: text.replaceAll('\t', '    '), code: true });
      const columns = Math.floor(room / widthOf(shown.code ? 'x' : 'W', shown, codeSize));
      for (const line of shown.text.split('\n')) {
        for (let at = 0; at === 0 || at < line.length; at += columns) {
          down(codeSize * leading);
          if (isFull()) return;
          pdf
            .setFillColor('#f5f5f5')
            .rect(margin + indent, y - codeSize * 1.1, width - 2 * margin - indent, codeSize * leading, 'F');
          drawLine([{ ...shown, text: line.slice(at, at + columns) }], margin + indent + padding, codeSize);
        }
      }
      y += 4;
    },
    table: (rows, indent) => {
      if (isFull()) return;
      y += 8;
      const columns = columnsOf(rows, width - 2 * margin - indent, (runs) =>
        largest(
          linesOf(runs, 1000, cellSize).map((line) =>
            line.reduce((sum, run) => sum + widthOf(run.text, run, cellSize), 0),
          ),
        ),
      );
      for (const row of rows) {
        const cells = row.map((runs, column) => linesOf(runs, (columns[column] ?? 0) - 2 * padding, cellSize));
        drawTableRow(cells, columns, indent);
      }
    },
    rule: (indent) => {
      down(14);
      if (isFull()) return;
      pdf.setDrawColor('#c8c8c8').line(margin + indent, y - 4, width - margin, y - 4);
    },
    quoted: (indent, work) => {
      const before = bars;
      bars = [...bars, margin + indent];
      work();
      bars = before;
    },
    newPage,
    lacks: (text) => [...new Set(text.normalize('NFC'))].some((letter) => letter !== '?' && plain(letter) === '?'),
    outline: (entry, level) => {
      const parent = level === 0 ? null : (entries[level - 1] ?? null);
      entries.length = level;
      entries[level] = pdf.outline.add(parent, plain(entry), { pageNumber: pdf.getNumberOfPages() });
    },
    finished: () => {
      const pages = pdf.getNumberOfPages();
      for (let page = 1; page <= pages; page += 1) {
        pdf.setPage(page);
        fonts.use({});
        pdf.setFontSize(8).setTextColor('#787878');
        pdf.text(`${page} / ${pages}`, width - margin, bottom + 30, { align: 'right' });
        pdf.text(plain(title).slice(0, 100), margin, bottom + 30);
      }
      return new Uint8Array(pdf.output('arraybuffer'));
    },
  };
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.max(one, other), 0);
}

/** The widths of columns: as wide as their widest cell, or their share of the room that narrower columns leave. */
function columnsOf(
  rows: readonly (readonly (readonly Run[])[])[],
  room: number,
  widthOf: (runs: readonly Run[]) => number,
): number[] {
  const count = Math.max(1, largest(rows.map((row) => row.length)));
  const wanted = Array.from(
    { length: count },
    (_, column) => Math.max(20, largest(rows.map((row) => widthOf(row[column] ?? [])))) + 2 * padding + 4,
  );
  let share = room / count;
  for (const [index, width] of wanted.toSorted((one, other) => one - other).entries()) {
    if (width > share) break;
    share += (share - width) / Math.max(1, count - index - 1);
  }
  return wanted.map((width) => Math.min(width, share));
}
