import { ReasonedError } from '../shared/failure.ts';

/** An integration to publish (section 4.19): the body, and its name if the file contains one. */
export interface IntegrationManifest {
  readonly name: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A manifest that can't be read. The file isn't quoted, because it may contain secrets. */
export class ManifestError extends ReasonedError {
  override readonly name = 'ManifestError';
}

/** Reads a manifest. `name` is next to the fields of the body; `organization` defaults to the one given. */
export function integrationManifest(text: string, organization: string): IntegrationManifest {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ManifestError({ code: 'manifestNotJson' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ManifestError({ code: 'manifestNotObject' });
  }
  const { name, ...body } = value as Record<string, unknown>;
  if (name !== undefined && (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name))) {
    throw new ManifestError({ code: 'manifestName' });
  }
  return { name, body: { organization, ...body } };
}
