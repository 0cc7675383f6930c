import { fenceIn } from '../../../src/model/text/codeFence.ts';
import { destinationsOf, inMarkup, inTags } from '../../../src/model/text/destinations.ts';
import { documentText } from '../../../src/model/text/documentText.ts';
import * as escaping from '../../../src/model/text/escaping.ts';
import * as hiddenCharacters from '../../../src/model/text/hiddenCharacters.ts';
import { frontMatterIn, withTitleFirst } from '../../../src/model/text/frontMatter.ts';
import { createHeadingIds, idInBraces, platformId } from '../../../src/model/text/headingIds.ts';
import { isExpensiveHtml } from '../../../src/model/text/htmlCost.ts';
import { parsedByPart, type Parsed } from '../../../src/model/text/byPart.ts';
import { markdownLink, plainMarkdown } from '../../../src/model/text/markdownLink.ts';
import { textToParse } from '../../../src/model/text/parsedAhead.ts';
import { isExpensiveToParse } from '../../../src/model/text/parsingCost.ts';
import { harmlessMarkdown } from '../../../src/model/text/sanitizedMarkdown.ts';
import * as titleHeading from '../../../src/model/text/titleHeading.ts';
import { wordsOf } from '../../../src/model/text/words.ts';
import type { Calls } from '../hostileCalls.ts';

function parsedAs(text: string, at: number): Parsed<{ start: number; end: number }> {
  const point = (offset: number) => ({ line: text.length, column: 1, offset });
  const position = { start: point(at), end: point(at) };
  return { tree: { type: 'root', children: [{ type: 'heading', depth: 1, children: [], position }] }, places: [] };
}

export const calls: Calls = {
  'codeFence/fenceIn': fenceIn,
  'frontMatter/frontMatterIn': frontMatterIn,
  'frontMatter/withTitleFirst': (text) => withTitleFirst(`---\na: ${text}\n---\n${text}`),
  'markdownLink/plainMarkdown': plainMarkdown,
  'destinations/destinationsOf': destinationsOf,
  'destinations/inMarkup': inMarkup,
  'destinations/inTags': inTags,
  'documentText/documentText': documentText,
  // With a parser that takes each part, and one that takes none.
  'byPart/parsedByPart': (text) => [
    parsedByPart(text, (part) => parsedAs(part, part.lastIndexOf('# Next'))),
    parsedByPart(text, (part) => parsedAs(part, -1)),
  ],
  'sanitizedMarkdown/harmlessMarkdown': (text) => harmlessMarkdown(text, 2),
  'parsingCost/isExpensiveToParse': isExpensiveToParse,
  'headingIds/createHeadingIds': (text) => createHeadingIds()({ title: text, kind: 'heading' }),
  'headingIds/idInBraces': idInBraces,
  'headingIds/platformId': platformId,
  'hiddenCharacters/withHiddenShown': hiddenCharacters.withHiddenShown,
  'hiddenCharacters/newHidden': (text) => hiddenCharacters.newHidden('', text),
  'words/wordsOf': wordsOf,
  'markdownLink/markdownLink': (text) => markdownLink(text, `https://a.example/${text}`),
  'parsedAhead/textToParse': (text) => textToParse('destinations', text),
  'htmlCost/isExpensiveHtml': isExpensiveHtml,
  'titleHeading/repeatsTitle': (text) => titleHeading.repeatsTitle(text, text),
  'titleHeading/titleIn': (text) => titleHeading.titleIn(text, { title: text, heading: text }),
  'titleHeading/titledText': titleHeading.titledText,
  'escaping/asCode': escaping.asCode,
  'escaping/asLink': escaping.asLink,
  'escaping/asText': escaping.asText,
};
