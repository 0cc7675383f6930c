import type * as vscode from 'vscode';
import {
  operationKey,
  operationMarkdown,
  operationsIn,
  type NamedOperation,
} from '../../../model/rendering/apiOperation.ts';
import { placeAt } from '../../ground/places/place.ts';
import { operationTexts } from '../../ground/words/rendering.ts';
import type { ReaderContext } from './context.ts';

/** A page doesn't request more specifications. */
const mostSpecs = 10;

/**
 * Describes the operations that a page names by the organization's specifications, by `operationKey`. Those of a
 * specification that can't be read, or isn't JSON, are left out.
 */
export async function operationsOf(
  { accounts, stores, edge }: ReaderContext,
  uri: vscode.Uri,
  markdown: string,
): Promise<Record<string, string>> {
  const named = operationsIn(markdown);
  const place = placeAt({ accounts }, uri);
  if (named.length === 0 || !place) return {};
  const { account, space } = place;
  const { organization: organizationId } = await (await stores(account).library()).space(space);
  const organizations = await stores(account).organizations();
  const described: Record<string, string> = {};

  async function describe(specSlug: string, operations: readonly NamedOperation[]): Promise<void> {
    try {
      const document: unknown = JSON.parse(await organizations.versionText({ organizationId, specSlug }));
      for (const operation of operations) {
        const text = operationMarkdown(document, operation, operationTexts());
        if (text !== undefined) described[operationKey(operation)] = text;
      }
    } catch (error) {
      edge.note('Reader', error);
    }
  }

  const bySpec = [...Map.groupBy(named, ({ spec }) => spec)].slice(0, mostSpecs);
  for (const [spec, operations] of bySpec) await describe(spec, operations);
  return described;
}
