import type { VisitorSchema } from '../../../contract/shared/adaptiveSchema.ts';
import { invalid } from '../../http/problems.ts';

/** A site's schema before one is set: no attributes. */
export const emptyVisitorSchema: VisitorSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {},
  additionalProperties: false,
};

type Attributes = Readonly<
  Record<string, { readonly description?: string | undefined; readonly title?: string | undefined }>
>;

/** Refuses schemas that JSON Schema allows but no visitor could match: `required` attributes that aren't allowed. */
export function checkVisitorSchema({ properties, required }: VisitorSchema): void {
  checkRequired('body.jsonSchema.required', properties, required);
  const { unsigned } = properties;
  if (unsigned) checkRequired('body.jsonSchema.properties.unsigned.required', unsigned.properties, unsigned.required);
}

function checkRequired(field: string, properties: object, required: readonly string[] = []): void {
  const unknown = required.find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) throw invalid(field, `must name properties only, not '${unknown}'`);
}

/** Section 2.7, template conditions: each attribute being true for a visitor, or not. */
export function templateConditions({ properties }: VisitorSchema): { description: string; condition: string }[] {
  const { unsigned, ...signed } = properties;
  return [
    ...conditionsOf('visitor.claims', signed),
    ...conditionsOf('visitor.claims.unsigned', unsigned?.properties ?? {}),
  ];
}

function conditionsOf(holder: string, attributes: Attributes) {
  return Object.entries(attributes).flatMap(([name, { title, description }]) => {
    const words = description ?? title ?? name;
    const claim = isIdentifier.test(name) ? `${holder}.${name}` : `${holder}[${JSON.stringify(name)}]`;
    return [
      { description: words, condition: claim },
      { description: `Not: ${words}`, condition: `!${claim}` },
    ];
  });
}

const isIdentifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
