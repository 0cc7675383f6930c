import type * as vscode from 'vscode';
import type { Services } from '../ground/services/services.ts';
import type { ShareKeys } from './shareKeys.ts';

/** The services that site commands use. */
export interface SitesContext extends Services {
  readonly shareKeys: ShareKeys;
  readonly extensionUri: vscode.Uri;
}
