// VS Code reads links and icons into some of the texts that it shows. What a server or an author wrote is not to become one.

/** For messages, dialogs and input boxes: there `[text](command:…)` would be a link that runs a command. */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}

/** For quick picks and the status bar: there `$(name)` would be an icon. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}
