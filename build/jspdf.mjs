import { readFile } from 'node:fs/promises';

/**
 * The parts of the PDF library that the local platform uses, by what only they define. All others draw web pages,
 * pictures and forms, and make up two thirds of its code.
 */
const used = [
  'jsPDFAPI.createAnnotation =',
  'jsPDFAPI.processDataByFilters =',
  'pdf.outline.render()',
  'API.getStringUnitWidth =',
  'API.__fontmetrics__ =',
  // Fonts that are embedded, and texts in other scripts.
  'var addFont = function addFont',
  'jsPDFAPI.pdfEscape16 =',
  'jsPDFAPI.addFileToVFS =',
  'jsPDFAPI.processArabic =',
  '__bidiEngine__',
];

const part = /^\(function \((?:jsPDFAPI|API|jsPDF)\) \{\n[^]*?^\}\)\(jsPDF(?:\.API)?\);$/gm;
const forms = /^var jsPDFAPI = jsPDF\.API;\n[^]*?^var AcroForm = jsPDF\.AcroForm;$/m;
const pictures = /^jsPDF\.API\.processPNG = [^]*?(?=^\/\*\*\n \* jsPDF setLanguage Plugin$)/m;
const exported = /^export \{.*\};$/m;

/** An esbuild plugin that bundles only these parts. */
export const smallPdf = {
  name: 'small PDF library',
  /** @param {import('esbuild').PluginBuild} pass */
  setup(pass) {
    pass.onLoad({ filter: /[/\\]jspdf\.es\.js$/ }, async ({ path }) => ({
      contents: reduced(await readFile(path, 'utf8')),
    }));
  },
};

/**
 * Throws if the library has another form than expected.
 * @param {string} source of the library
 */
export function reduced(source) {
  if (![forms, pictures, exported].every((removed) => removed.test(source))) throw changed('a removed part');
  const rest = source.replace(forms, '').replace(pictures, '').replace(exported, 'export { jsPDF };');
  for (const mark of used)
    if (rest.match(part)?.filter((text) => text.includes(mark)).length !== 1) throw changed(mark);
  return rest.replace(part, (text) => (used.some((mark) => text.includes(mark)) ? text : ''));
}

/** @param {string} what */
function changed(what) {
  return new Error(`The PDF library has another form than expected: ${what}. See build/jspdf.mjs.`);
}
