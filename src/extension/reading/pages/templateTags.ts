// `import type` for the whole statement: `import { type … }` would load markdown-it at activation.
import type { Env, MarkdownIt } from 'markdown-it';
import * as vscode from 'vscode';
import { templateTags as plugin } from '../../../model/rendering/templateTags.ts';
import { editScheme, scheme } from '../../../model/shared/schemes.ts';
import { renderingTexts } from '../../ground/words/rendering.ts';

/** The plugin for VS Code's Markdown preview, which passes the document to the renderer. */
export function templateTags(md: MarkdownIt): MarkdownIt {
  const days = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeZone: 'UTC' });
  return plugin(md, {
    isPage,
    words: {
      ...renderingTexts(),
      day: (date) => days.format(date),
    },
  });
}

function isPage(env: Env | undefined): boolean {
  const document = env?.['currentDocument'] as { scheme?: unknown } | undefined;
  return document?.scheme === scheme || document?.scheme === editScheme;
}
