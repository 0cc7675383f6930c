import { ReasonedError } from '../shared/failure.ts';

/** The text is not a valid settings document. */
export class SettingsTextError extends ReasonedError {
  override readonly name = 'SettingsTextError';
}

/** Someone else changed the resource since the document was read. It has been read again. */
export class OvertakenError extends ReasonedError {
  override readonly name = 'OvertakenError';
}

/** The resource is no longer in any list of the server. */
export class GoneError extends ReasonedError {
  override readonly name = 'GoneError';
}
