import { ApiError, type ApiErrorDetails, type ApiErrorKind } from '../../model/shared/failure.ts';
import type { ConnectionReasons, Reason, ReasonOf } from '../../model/shared/reasons.ts';

interface Cause {
  readonly kind: ApiErrorKind;
  readonly reason: Reason;
  /** True if it usually fails before a request leaves. */
  readonly before: boolean;
}

/**
 * Explains why no complete reply came over the network, as an ApiError. The library's error is not passed on, because it may contain parts of the reply; its code is.
 *
 * @param hasLeft Whether bytes of the request were sent; undefined if only the error can tell.
 */
export function connectionError(error: unknown, host: string, proxied: boolean, hasLeft?: boolean): ApiError {
  const code = codeOf(error);
  const proxyStatus = refusalIn(error);
  const cause = proxyStatus === undefined ? causeOf(code, host, hasLeft) : refusedByProxy(proxyStatus, host);
  const isBefore = hasLeft === undefined ? cause.before : !hasLeft;
  const isOfProxy = cause.reason.code === 'proxySignIn' || cause.reason.code === 'proxyRefused';
  const isHinted = proxied && cause.kind === 'unavailable' && !isOfProxy;
  const details: ApiErrorDetails = {
    ...(isBefore ? { mayHaveHappened: false } : {}),
    ...(code === '' ? {} : { cause: new Error(code) }),
  };
  return new ApiError(cause.kind, isHinted ? { code: 'behindProxy', cause: cause.reason } : cause.reason, details);
}

/** The error for a reply of a proxy (407) that comes in place of the server's. */
export function proxySignIn(): ApiError {
  return new ApiError('unavailable', { code: 'proxySignIn' }, { status: 407, mayHaveHappened: false });
}

function causeOf(code: string, host: string, hasLeft?: boolean): Cause {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return before({ code: 'hostNotFound', host });
    case 'ECONNREFUSED':
    case 'BAD_PORT':
      return before({ code: 'connectionRefused', host });
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      // The route to a server may also be lost while its reply is awaited.
      return hasLeft ? after({ code: 'connectionLost', host }) : before({ code: 'hostUnreachable', host });
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'CONNECT_TIMEOUT':
      return before({ code: 'noResponse', host });
    case 'ETIMEDOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return after({ code: 'responseTimeout', host });
    case 'CERT_HAS_EXPIRED':
      return before({ code: 'certificateExpired', host });
    case 'CERT_NOT_YET_VALID':
      return before({ code: 'certificateNotYetValid', host });
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return before({ code: 'certificateForOtherHost', host });
    case 'CERT_REVOKED':
      return before({ code: 'certificateRevoked', host });
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'INVALID_CA':
    case 'INVALID_PURPOSE':
    case 'PATH_LENGTH_EXCEEDED':
      return before({ code: 'certificateUntrusted', host });
    case 'UND_ERR_PRX_CONN':
      return before({ code: 'proxyClosed' });
    case 'UND_ERR_PRX_TLS':
      return before({ code: 'proxyCertificateForOtherHost' });
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'Z_DATA_ERROR':
    case 'Z_BUF_ERROR':
      return { kind: 'unreadable', before: false, reason: { code: 'replyCutOff' } };
    default:
      return byFamily(code, host);
  }
}

function byFamily(code: string, host: string): Cause {
  // A connection may also fail in this way while a reply is read, or because the server refuses after the request came.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return after({ code: 'tlsFailed', host });
  }
  if (/^(?:CERT|CRL|UNABLE_TO|ERROR_IN)_/.test(code)) return before({ code: 'certificateUntrusted', host });
  if (code.startsWith('HPE')) return { kind: 'unreadable', before: false, reason: { code: 'notWebServer', host } };
  if (code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR_') || code.startsWith('ZSTD_')) {
    return causeOf('Z_DATA_ERROR', host);
  }
  return after({ code: 'connectionLost', host });
}

function refusedByProxy(status: string, host: string): Cause {
  // The proxy let the request through, but couldn't reach the server.
  if (/^50[234]$/.test(status)) return before({ code: 'hostUnreachable', host });
  return before(status === '407' ? { code: 'proxySignIn' } : { code: 'proxyRefused', host });
}

function before(reason: ReasonOf<ConnectionReasons>): Cause {
  return { kind: 'unavailable', before: true, reason };
}

function after(reason: ReasonOf<ConnectionReasons>): Cause {
  return { kind: 'unavailable', before: false, reason };
}

function codeOf(error: unknown): string {
  const { code, syscall, errors, cause } = (error ?? {}) as {
    code?: unknown;
    syscall?: unknown;
    errors?: unknown[];
    cause?: unknown;
  };
  if (code === 'ETIMEDOUT' && (syscall === 'connect' || Array.isArray(errors))) return 'CONNECT_TIMEOUT';
  if (typeof code === 'string') return code;
  // `fetch` connects to no port that browsers refuse.
  if (error instanceof Error && /^bad port$/.test(error.message)) return 'BAD_PORT';
  // This error comes with and without a code.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE';
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return cause === undefined ? '' : codeOf(cause);
}

/** The status with which a proxy refused a tunnel. Only the library's message has it. */
function refusalIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(error.message);
  return status === null ? refusalIn(error.cause) : (status[1] ?? status[2]);
}
