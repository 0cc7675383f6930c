// VS Code turns parts of some texts into links and icons. Text by servers and authors must not become one.

/** For quick picks, the status bar and completions, where `$(name)` would be an icon. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

/**
 * For messages, dialogs, progress and input boxes, where `[text](command:…)` would also be a link that runs a command.
 */
export function plainText(text: string): string {
  return withoutIcons(text).replaceAll('](', ']\u200b(');
}
