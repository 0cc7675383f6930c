// VS Code reads links and icons into some of the texts that it shows. What a server or an author wrote is not to become one.

/** For quick picks, the status bar and completions: there `$(name)` would be an icon. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

/** For messages, dialogs, progress and input boxes: there `[text](command:…)` would be a link that runs a command, too. */
export function plainText(text: string): string {
  return withoutIcons(text).replaceAll('](', ']\u200b(');
}
