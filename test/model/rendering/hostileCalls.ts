import type { Element } from 'hast';
import { isAllowedAddress } from '../../../src/model/rendering/allowed.ts';
import * as apiOperation from '../../../src/model/rendering/apiOperation.ts';
import { createIdentities, similarity } from '../../../src/model/rendering/identities.ts';
import { inlineDiff, isInline } from '../../../src/model/rendering/inlineDiff.ts';
import { renderComment } from '../../../src/model/rendering/renderComment.ts';
import { renderedDiff } from '../../../src/model/rendering/renderedDiff.ts';
import type { Calls } from '../hostileCalls.ts';
import { preview } from './preview.ts';

export const calls: Calls = {
  'allowed/isAllowedAddress': isAllowedAddress,
  'identities/createIdentities': (text) => createIdentities().of(paragraphOf(text)),
  'identities/similarity': (text) => {
    const identities = createIdentities();
    return similarity(identities.words(paragraphOf(text)), identities.words(paragraphOf(`a ${text}`)));
  },
  'inlineDiff/inlineDiff': (text) =>
    inlineDiff(paragraphOf(text).children, paragraphOf(`a ${text} b ${text.slice(1)}`).children, {
      unit: 'words',
      identities: createIdentities(),
    }),
  'inlineDiff/isInline': (text) => isInline(paragraphOf(text)),
  'apiOperation/operationsIn': apiOperation.operationsIn,
  'apiOperation/operationKey': (text) => apiOperation.operationKey({ spec: text, method: text, path: text }),
  'apiOperation/operationMarkdown': (text) =>
    apiOperation.operationMarkdown(
      {
        paths: { [text]: { get: { summary: text, description: text, responses: { [text]: { description: text } } } } },
      },
      { spec: '', method: 'get', path: text },
      {
        ...{ deprecated: '', parameter: '', parameterIn: '', type: '' },
        ...{ description: '', required: '', requestBody: '', response: '' },
      },
    ),
  'renderComment/renderComment': (text) =>
    renderComment(text, { words: { completedTask: '', incompleteTask: '' }, parse: () => [] }),
  'renderedDiff/renderedDiff': (text) => [
    renderedDiff([paragraphOf(text)], [paragraphOf(`a ${text} b`)]),
    // More blocks than any page has.
    renderedDiff(blocksOf(text), blocksOf(`a\n${text}`)),
    renderedDiff([codeOf(text)], [codeOf(`a\n${text} b`)]),
  ],
  'templateTags/templateTags': (text) => preview(text),
};

function paragraphOf(text: string): Element {
  return { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value: text }] };
}

function codeOf(text: string): Element {
  return { type: 'element', tagName: 'pre', properties: {}, children: [{ ...paragraphOf(text), tagName: 'code' }] };
}

function blocksOf(text: string): Element[] {
  return text.slice(0, 20_000).split('\n').map(paragraphOf);
}
