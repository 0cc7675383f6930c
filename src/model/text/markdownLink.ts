import { titleText } from '../shared/titleText.ts';

/** `[Title](address)`, where nothing in the title becomes Markdown or ends the link. */
export function markdownLink(title: string, address: string): string {
  const encoded = address.replaceAll('(', '%28').replaceAll(')', '%29').replace(unsafe, encodeURIComponent);
  return `[${plainMarkdown(title)}](${encoded.replace(entity, '\\&')})`;
}

/** Markdown that shows the text as it is, in one line. */
export function plainMarkdown(text: string): string {
  return titleText(text).replace(special, '\\$&');
}

/** An underscore inside a word, and an ampersand that starts no entity, are plain text already. */
const special = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w{1,32};)/gu;
const entity = /&(?=#?\w{1,32};)/g;
const unsafe = /[\s<>]+/g;
