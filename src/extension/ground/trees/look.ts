import * as vscode from 'vscode';
import type { CommandName } from '../contributions/run.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { openWith } from '../services/openWith.ts';

const { None } = vscode.TreeItemCollapsibleState;

/**
 * From this length, in characters, a title has a tooltip even if that adds nothing, because a narrow view cuts the
 * title off.
 */
const longTitle = 24;

/** The look of a row besides its title. */
export interface Look {
  /** Replaces the icon. Screen readers don't read it. */
  readonly emoji?: string | null | undefined;
  /** Shown before the title. Screen readers don't read it. */
  readonly mark?: string | undefined;
  /** The name of a codicon, and of a theme color. */
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  /** Shown in gray next to the title, and read by screen readers with it. */
  readonly description?: string | undefined;
  /** Read by screen readers instead of the description, if an icon or a mark shows what the text doesn't say. */
  readonly spoken?: string | undefined;
  /** Lines below the title. Without them a short title has no tooltip, which would only cover the row below. */
  readonly tooltip?: readonly (string | null | undefined)[] | undefined;
  /** The context value that menus match. */
  readonly context?: string | undefined;
}

/** The tree item of a row. Titles come from `titleText`: text by others is shown, never interpreted. */
export function look(title: string, state: vscode.TreeItemCollapsibleState, shown: Look): vscode.TreeItem {
  const { icon, color, mark, description, spoken = description, tooltip = [], context } = shown;
  const picture = pictureOf(shown.emoji);
  const item = new vscode.TreeItem([picture, mark, title].filter(Boolean).join(' '), state);
  if (!picture && icon) item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  if (description) item.description = isolated(title, description);
  if (context !== undefined) item.contextValue = context;
  item.tooltip = tooltip.some(Boolean) || title.length >= longTitle ? tooltipOf(title, tooltip) : '';
  item.accessibilityInformation = { label: [title, spoken].filter(Boolean).join(', ') };
  return item;
}

/**
 * The description of a row. VS Code puts it after the title into one line of text, where a right-to-left text would take
 * in numbers and words of the other.
 */
export function isolated(title: string, description: string): string {
  return fromRightToLeft.test(title + description) ? `\u2068${description}\u2069` : description;
}

/** Letters of Hebrew, Arabic, Syriac, Thaana and N’Ko, including their presentation forms. */
const fromRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Plain text inside Markdown, one line each: text by others is shown, never interpreted. */
export function tooltipOf(title: string, lines: readonly (string | null | undefined)[]): vscode.MarkdownString {
  const shown = lines.flatMap((line) => (line ? [lineOfText(titleText(line))] : []));
  return new vscode.MarkdownString([`**${lineOfText(title)}**`, ...shown].join('  \n'));
}

/**
 * `appendText` turns each space into a non-breaking one. Only the first has to stay so, since `1. ` would begin a list,
 * and `=` below another line would turn that into a heading.
 */
function lineOfText(text: string): string {
  const [start = '', ...words] = new vscode.MarkdownString().appendText(text).value.split('&nbsp;');
  const line = words.length > 0 ? `${start}&nbsp;${words.join(' ')}` : start;
  return line.startsWith('=') ? `\\${line}` : line;
}

/** Runs a command when the item is clicked. */
export function opening(
  item: vscode.TreeItem,
  command: CommandName | 'vscode.open',
  title: string,
  ...given: readonly unknown[]
): vscode.TreeItem {
  item.command = { command, title, arguments: [...given] };
  return item;
}

/** Opens a page as the user has chosen when the item is clicked. */
export function openingPage(item: vscode.TreeItem, title: string, uri: vscode.Uri): vscode.TreeItem {
  // For its own command, VS Code leaves the focus in the tree after one click, and keeps the tab after two.
  if (openWith() === 'source') return opening(item, 'vscode.open', title, uri);
  return opening(item, 'docsPlatform.reader.openPage', title, uri, undefined, true);
}

/** The last row of a list that has more items. */
export function moreItem(command: CommandName, row: unknown): vscode.TreeItem {
  const item = look(vscode.l10n.t('Load More'), None, { context: 'more' });
  return opening(item, command, vscode.l10n.t('Load More'), row);
}

/**
 * A message about the rows next to it, or the reason why rows couldn't be loaded; clicking that runs the command
 * `retry`.
 */
export function noteItem(
  { text, failed }: { readonly text: string; readonly failed: boolean },
  retry: CommandName,
  argument?: unknown,
): vscode.TreeItem {
  if (!failed) return look(text, None, { context: 'note' });
  const item = look(vscode.l10n.t("Couldn't load"), None, {
    icon: 'warning',
    description: text,
    context: 'note',
    tooltip: [text, vscode.l10n.t('Click to retry.')],
  });
  return opening(item, retry, vscode.l10n.t('Retry'), argument);
}
