/** Whether a `when` clause of the manifest holds: `&&`, `||`, `!`, parentheses, `==`, `!=`, `=~` and bare keys, as VS Code reads them. */
export function holds(when: string | undefined, context: Readonly<Record<string, string | boolean>>): boolean {
  if (when === undefined) return true;
  const tokens = when.match(/=~ \/(?:\\.|[^\\/])*\/|&&|\|\||[=!]=|[!()]|[\w.-]+/g) ?? [];
  let at = 0;
  const taken = (token: string): boolean => tokens[at] === token && ++at > 0;

  function either(): boolean {
    let result = both();
    while (taken('||')) result = both() || result;
    return result;
  }
  function both(): boolean {
    let result = one();
    while (taken('&&')) result = one() && result;
    return result;
  }
  function one(): boolean {
    if (taken('!')) return !one();
    if (taken('(')) {
      const result = either();
      if (!taken(')')) throw new Error(`No end of a parenthesis in: ${when}`);
      return result;
    }
    const name = tokens[at++] ?? '';
    const value = context[name];
    const text = value === undefined ? '' : String(value);
    if (taken('==')) return text === tokens[at++];
    if (taken('!=')) return text !== tokens[at++];
    const pattern = tokens[at]?.startsWith('=~ ') ? tokens[at++]?.slice('=~ /'.length, -1) : undefined;
    if (pattern !== undefined) return new RegExp(pattern.replaceAll('\\/', '/')).test(text);
    return name === 'true' || (name !== 'false' && Boolean(value));
  }

  const result = either();
  if (at < tokens.length) throw new Error(`Not read to its end: ${when}`);
  return result;
}
