import { titleText } from '../shared/titleText.ts';

/** `[Title](address)`, where nothing in the title becomes Markdown or ends the link. */
export function markdownLink(title: string, address: string): string {
  const text = titleText(title).replace(special, '\\$&');
  const encoded = address.replaceAll('(', '%28').replaceAll(')', '%29').replace(unsafe, encodeURIComponent);
  return `[${text}](${encoded.replace(entity, '\\&')})`;
}

/** An underscore inside a word, and an ampersand that starts no entity, are plain text already. */
const special = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w{1,32};)/gu;
const entity = /&(?=#?\w{1,32};)/g;
const unsafe = /[\s<>]+/g;
