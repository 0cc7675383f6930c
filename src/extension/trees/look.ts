import * as vscode from 'vscode';
import type { CommandName } from '../contributions/run.ts';
import { pictureOf } from '../../model/shared/emoji.ts';
import { titleText } from '../../model/shared/titleText.ts';

const { None } = vscode.TreeItemCollapsibleState;

/** A tooltip is shown for a title of this length, in characters, although it adds nothing: a narrow view cuts the title off. */
const longTitle = 24;

/** How a row looks beside its title. */
export interface Look {
  /** Takes the place of the icon, and is not read aloud. */
  readonly emoji?: string | null | undefined;
  /** Stands before the title, and is not read aloud. */
  readonly mark?: string | undefined;
  /** The name of a codicon, and of a color of the theme. */
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  /** Stands in grey beside the title, and is read aloud with it. */
  readonly description?: string | undefined;
  /** Read aloud instead of the description, where an icon or a mark shows what no word does. */
  readonly spoken?: string | undefined;
  /** Lines below the title. Without them a short title has no tooltip: it would only cover the row below. */
  readonly tooltip?: readonly (string | null | undefined)[] | undefined;
  /** What menus go by. */
  readonly context?: string | undefined;
}

/** The item of a row. Titles come by `titleText`: what others wrote is shown, never interpreted. */
export function look(title: string, state: vscode.TreeItemCollapsibleState, shown: Look): vscode.TreeItem {
  const { icon, color, mark, description, spoken = description, tooltip = [], context } = shown;
  const picture = pictureOf(shown.emoji);
  const item = new vscode.TreeItem([picture, mark, title].filter(Boolean).join(' '), state);
  if (!picture && icon) item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  if (description) item.description = isolated(description);
  if (context !== undefined) item.contextValue = context;
  item.tooltip = tooltip.some(Boolean) || title.length >= longTitle ? tooltipOf(title, tooltip) : '';
  item.accessibilityInformation = { label: [title, spoken].filter(Boolean).join(', ') };
  return item;
}

/** VS Code puts title and description into one line of text, where two of them from right to left would run into one another. */
function isolated(description: string): string {
  return fromRightToLeft.test(description) ? `\u2068${description}\u2069` : description;
}

/** Letters of Hebrew, Arabic, Syriac, Thaana and N’Ko, also in their presentation forms. */
const fromRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Plain text inside Markdown, a line each: what others wrote is shown, never interpreted. */
export function tooltipOf(title: string, lines: readonly (string | null | undefined)[]): vscode.MarkdownString {
  const shown = lines.flatMap((line) => (line ? [lineOfText(titleText(line))] : []));
  return new vscode.MarkdownString([`**${lineOfText(title)}**`, ...shown].join('  \n'));
}

/**
 * `appendText` makes each space one that doesn't wrap. Only the first has to stay so, since `1. ` would begin a list; and `=` below
 * another line would make that a heading.
 */
function lineOfText(text: string): string {
  const [start = '', ...words] = new vscode.MarkdownString().appendText(text).value.split('&nbsp;');
  const line = words.length > 0 ? `${start}&nbsp;${words.join(' ')}` : start;
  return line.startsWith('=') ? `\\${line}` : line;
}

/** Has a click on the item run a command with one argument. */
export function opening(
  item: vscode.TreeItem,
  command: CommandName | 'vscode.open',
  title: string,
  argument: unknown,
): vscode.TreeItem {
  item.command = { command, title, arguments: [argument] };
  return item;
}

/** The last row of a list that has more. */
export function moreItem(command: CommandName, row: unknown): vscode.TreeItem {
  const item = look(vscode.l10n.t('Load more…'), None, { context: 'more' });
  return opening(item, command, vscode.l10n.t('Load More'), row);
}

/** A line about the rows beside it; or, instead of rows that could not be loaded, why, and a click runs the command `retry`. */
export function noteItem(
  { text, failed }: { readonly text: string; readonly failed: boolean },
  retry: CommandName,
  argument?: unknown,
): vscode.TreeItem {
  if (!failed) return look(text, None, { context: 'note' });
  const item = look(vscode.l10n.t('Could not load'), None, {
    icon: 'warning',
    description: text,
    context: 'note',
    tooltip: [text, vscode.l10n.t('Click to try again.')],
  });
  return opening(item, retry, vscode.l10n.t('Retry'), argument);
}
