/**
 * The README as the package has it: without pictures and relative links, which VS Code shows as broken for an installed
 * extension.
 * @param {string} text
 */
export function packagedReadme(text) {
  return (
    text
      .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n?/gm, '')
      // What only leads to a page of the guide.
      .replace(/(?<=\.) \[[^\]]*\]\((?!https:)[^)]*\)$/gm, '')
      .replace(/\[([^\]]*)\]\((?!https:)[^)]*\)/g, '$1')
  );
}
