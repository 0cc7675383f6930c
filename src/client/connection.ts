import { ApiError, type ApiErrorDetails, type ApiErrorKind } from '../model/shared/failure.ts';

interface Cause {
  readonly kind: ApiErrorKind;
  readonly sentence: (host: string) => string;
  /** True if it fails before a request leaves. */
  readonly before: boolean;
}

/**
 * Explains why no complete reply came over the network, as an ApiError with a message that says what to do. The
 * library's error is not passed on, because it may contain parts of the reply; its code is.
 */
export function connectionError(error: unknown, host: string, proxied: boolean): ApiError {
  const code = codeOf(error);
  const proxyStatus = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(messageOf(error));
  const cause = proxyStatus === null ? causeOf(code) : refusedByProxy(proxyStatus[1] ?? proxyStatus[2]);
  const hint = proxied && cause.kind === 'unavailable' && proxyStatus === null ? ` ${checkProxy}` : '';
  const details: ApiErrorDetails = {
    ...(cause.before ? { mayHaveHappened: false } : {}),
    ...(code === '' ? {} : { cause: new Error(code) }),
  };
  return new ApiError(cause.kind, `${cause.sentence(host)}${hint}`, details);
}

const checkProxy = 'A proxy is set (http.proxy or the environment): it may be the cause.';

const trustIt =
  "If you trust it, add its certificate to your operating system's trusted certificates and keep the setting http.systemCertificates on.";

function causeOf(code: string): Cause {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
      return before(
        (host) => `There is no server named ${host}, or you are offline. Check the address and your connection.`,
      );
    case 'ECONNREFUSED':
      return before((host) => `${host} refuses the connection. Check that the server runs and that the port is right.`);
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return before((host) => `${host} cannot be reached from here. Check your connection, or your VPN.`);
    case 'UND_ERR_CONNECT_TIMEOUT':
      return before((host) => `${host} does not answer. Check the address and your connection, then try again.`);
    case 'ETIMEDOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return after((host) => `${host} did not answer in time. Check your connection, then try again.`);
    case 'CERT_HAS_EXPIRED':
      return before(
        (host) => `The certificate of ${host} has expired. Tell whoever runs it; check this computer's clock.`,
      );
    case 'CERT_NOT_YET_VALID':
      return before((host) => `The certificate of ${host} is not valid yet. Check this computer's clock.`);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return before((host) => `The certificate of the server is not for ${host}. Check the address.`);
    case 'CERT_REVOKED':
      return before((host) => `The certificate of ${host} was revoked. Tell whoever runs it.`);
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_UNTRUSTED':
    case 'INVALID_CA':
      return before((host) => `The certificate of ${host} is signed by nobody that this computer trusts. ${trustIt}`);
    case 'UND_ERR_PRX_CONN':
      return before(() => 'The proxy closed the connection. Check the setting http.proxy.');
    case 'UND_ERR_PRX_TLS':
      return before(() => 'The certificate of the proxy is not for its name. Check the setting http.proxy.');
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'Z_DATA_ERROR':
    case 'Z_BUF_ERROR':
      return {
        kind: 'unreadable',
        before: false,
        sentence: () => "The server's answer is broken or cut off. Try again.",
      };
    default:
      return byFamily(code);
  }
}

function byFamily(code: string): Cause {
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return before((host) => `${host} does not speak https in a way that works here. Check the address and its port.`);
  }
  if (code.startsWith('HPE')) {
    const sentence = (host: string) =>
      `What ${host} sent is not an answer of a web server. Check the address and its port.`;
    return { kind: 'unreadable', before: false, sentence };
  }
  if (code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR_') || code.startsWith('ZSTD_')) {
    return causeOf('Z_DATA_ERROR');
  }
  return after((host) => `The connection to ${host} broke off. Try again.`);
}

function refusedByProxy(status: string | undefined): Cause {
  return status === '407'
    ? before(() => 'The proxy asks you to sign in. Check the settings http.proxy and http.proxyAuthorization.')
    : before((host) => `The proxy does not let us through to ${host}. Check the settings http.proxy and http.noProxy.`);
}

function before(sentence: (host: string) => string): Cause {
  return { kind: 'unavailable', before: true, sentence };
}

function after(sentence: (host: string) => string): Cause {
  return { kind: 'unavailable', before: false, sentence };
}

/** Whether the connection was established and then dropped. */
export function brokeOff(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  const { code, errors, cause } = (error ?? {}) as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === 'string') return code;
  // This error comes with and without a code.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE';
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return cause === undefined ? '' : codeOf(cause);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
