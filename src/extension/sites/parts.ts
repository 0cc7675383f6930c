import type * as vscode from 'vscode';
import type { Services } from '../services/services.ts';
import type { ShareKeys } from './shareKeys.ts';

/** What the commands of sites are made of. */
export interface SiteParts extends Services {
  readonly shareKeys: ShareKeys;
  readonly extensionUri: vscode.Uri;
}
