import * as vscode from 'vscode';
import { hasEditorData, withoutPhotoMetadata } from '../../../model/editing/photoMetadata.ts';

/** The file as it is inserted, and what the user should know about data that stays in it. */
export function withoutMetadata(
  name: string,
  type: string,
  bytes: Uint8Array,
): { readonly bytes: Uint8Array; readonly hint: string | undefined } {
  const isWanted = vscode.workspace.getConfiguration().get('docsPlatform.editing.removePhotoMetadata') !== false;
  if (!isWanted || !type.startsWith('image/')) return { bytes, hint: undefined };
  if (type === 'image/svg+xml') return { bytes, hint: hasEditorData(bytes) ? editorDataInWords(name) : undefined };
  const cleaned = withoutPhotoMetadata(bytes);
  return { bytes: cleaned ?? bytes, hint: cleaned ? undefined : metadataInWords(name, type) };
}

function editorDataInWords(name: string): string {
  return vscode.l10n.t(
    '“{0}” is inserted as it is. It contains more than what is drawn, such as comments, names of folders, or photos with their location. Save it as plain or optimized SVG to remove that.',
    name,
  );
}

function metadataInWords(name: string, type: string): string {
  return cleanedTypes.has(type)
    ? vscode.l10n.t(
        "“{0}” is inserted as it is: it couldn't be read, so it may still contain its location and camera data.",
        name,
      )
    : vscode.l10n.t(
        '“{0}” is inserted as it is: location and camera data are removed only from JPEG, PNG, WebP, and GIF, so it may still contain them.',
        name,
      );
}

const cleanedTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
