// `import type` for the whole statement: `import { type … }` would load markdown-it at activation.
import type { Env, MarkdownIt, Token } from 'markdown-it';
import { editScheme, scheme } from '../../model/shared/schemes.ts';
import { tagBlocks } from './templateTags/tagBlocks.ts';
import { tagLines } from './templateTags/tagLines.ts';
import { mayHoldTasks, taskLists } from './templateTags/taskLists.ts';

/**
 * A markdown-it plugin for VS Code's Markdown preview. It renders the platform's template tags (hint, tabs,
 * content-ref, code, embed, stepper) and task lists in pages of the platform, and leaves every other document unchanged
 * byte for byte.
 * VS Code parses without saying which document it is, caches the tokens, and passes the document only to the renderer.
 * So parsing stays unchanged, and a page is parsed again, with its tags and tasks, when it is rendered.
 */
export function templateTags(md: MarkdownIt): MarkdownIt {
  const sources = new WeakMap<Token[], Source>();
  let readsTags = false;

  const parse = md.parse.bind(md);
  md.parse = (text, env) => {
    const source = { text, env: { ...env } };
    const tokens = parse(text, env);
    sources.set(tokens, source);
    return tokens;
  };

  const render = md.renderer.render.bind(md.renderer);
  md.renderer.render = (tokens, options, env) => {
    const source = isPage(env) ? sources.get(tokens) : undefined;
    if (!source) return render(tokens, options, env);

    const isPlain = !source.text.includes('{%') && !mayHoldTasks(source.text);
    const html = render(isPlain ? tokens : withTags(source), options, env);
    return `<div class="docs-platform-page">\n${html}</div>\n`;
  };

  function withTags({ text, env }: Source): Token[] {
    readsTags = true;
    try {
      return parse(text, { ...env });
    } finally {
      readsTags = false;
    }
  }

  const readLine = tagLines();
  md.block.ruler.before('table', 'docs_platform_tag', (...line) => readsTags && readLine(...line), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.core.ruler.after('block', 'docs_platform_tags', (state) => {
    if (readsTags) state.tokens = tagBlocks(state);
  });
  md.core.ruler.after('inline', 'docs_platform_tasks', (state) => {
    if (readsTags) taskLists(state);
  });
  return md;
}

/** What was parsed: the text, and the environment before parsing, which writes into it. */
interface Source {
  text: string;
  env: Env;
}

function isPage(env: Env | undefined): boolean {
  const document = env?.['currentDocument'] as { scheme?: unknown } | undefined;
  return document?.scheme === scheme || document?.scheme === editScheme;
}
