// The parts of the table of character names that the parsers of HTML and of Markdown use.
export { decodeHTMLStrict, DecodingMode, HtmlEntityDecoder } from '../node_modules/entities/dist/decode.js';
