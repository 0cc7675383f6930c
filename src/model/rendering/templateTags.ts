import type { Env, MarkdownIt, Token } from 'markdown-it';
import { withDirection } from './direction.ts';
import { namedEmoji } from './emoji.ts';
import { footnoteDefinition, footnoteReference, footnotesAtEnd } from './footnotes.ts';
import { addMath } from './math.ts';
import { tagBlocks } from './tagBlocks.ts';
import { tagLines } from './tagLines.ts';
import { taskLists } from './taskLists.ts';
import type { Words } from './words.ts';

export interface Options {
  /** Whether the environment that the renderer gets belongs to a page of the platform. Without it, every text is one. */
  readonly isPage?: (env: Env | undefined) => boolean;
  readonly words: Words;
}

/**
 * A markdown-it plugin. It renders what pages of the platform can hold besides Markdown (template tags, task lists,
 * footnotes, math, emoji names), and leaves every other document unchanged byte for byte.
 * VS Code parses without saying which document it is, caches the tokens, and passes the document only to the renderer.
 * So parsing stays unchanged, and a page is parsed again, as a page, when it is rendered.
 */
export function templateTags(md: MarkdownIt, { isPage, words }: Options): MarkdownIt {
  const sources = new WeakMap<Token[], Source>();
  let readsPage = false;

  const parse = md.parse.bind(md);
  if (isPage) followDocuments(isPage);
  else md.parse = (text, env) => asPage({ text, env });
  function followDocuments(isOfPlatform: (env: Env | undefined) => boolean): void {
    md.parse = (text, env) => {
      const source = { text, env: { ...env } };
      const tokens = parse(text, env);
      sources.set(tokens, source);
      return tokens;
    };
    const render = md.renderer.render.bind(md.renderer);
    md.renderer.render = (tokens, options, env) => {
      const source = isOfPlatform(env) ? sources.get(tokens) : undefined;
      if (!source) return render(tokens, options, env);
      return `<div class="docs-platform-page">\n${render(asPage(source), options, env)}</div>\n`;
    };
  }

  function asPage({ text, env }: Source): Token[] {
    // The platform's math begins and ends with two dollars, and one dollar is text. It doesn't know front matter.
    md.block.ruler.disable(rulesOfOthers, true);
    md.inline.ruler.disable(rulesOfOthers, true);
    readsPage = true;
    try {
      // After the rules of others, which add directions too.
      return withDirection(parse(text, { ...env }));
    } finally {
      readsPage = false;
      md.block.ruler.enable(rulesOfOthers, true);
      md.inline.ruler.enable(rulesOfOthers, true);
    }
  }

  const inPages = () => readsPage;
  const readLine = tagLines();
  md.block.ruler.before('table', 'docs_platform_tag', (...line) => readsPage && readLine(...line), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.block.ruler.before('reference', 'docs_platform_footnote', (...line) => readsPage && footnoteDefinition(...line), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.inline.ruler.before('link', 'docs_platform_footnote', (...at) => readsPage && footnoteReference(...at));
  addMath(md, inPages);
  md.core.ruler.after('block', 'docs_platform_tags', (state) => {
    if (readsPage) state.tokens = tagBlocks(state, words);
  });
  md.core.ruler.after('inline', 'docs_platform_page', (state) => {
    if (!readsPage) return;
    taskLists(state, words);
    namedEmoji(state);
    footnotesAtEnd(state, words);
  });
  return md;
}

/** Rules for math and front matter that VS Code has built in. */
const rulesOfOthers = ['front_matter', 'math_block', 'math_inline', 'math_inline_block', 'math_inline_bare_block'];

/** What was parsed: the text, and the environment before parsing, which writes into it. */
interface Source {
  text: string;
  env: Env;
}
