import * as vscode from 'vscode';
import type { ConnectionReasons } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

export const connectionWords: WordsFor<ConnectionReasons> = {
  hostNotFound: ({ host }) => vscode.l10n.t("Couldn't find the server {0}. Check the URL and your connection.", host),
  connectionRefused: ({ host }) =>
    vscode.l10n.t('{0} refused the connection. Check that the server is running and that the port is right.', host),
  hostUnreachable: ({ host }) =>
    vscode.l10n.t("Couldn't reach {0} from your network. Check your connection or VPN.", host),
  noResponse: ({ host }) =>
    vscode.l10n.t("{0} didn't respond. Check the URL and your connection, then try again.", host),
  responseTimeout: ({ host }) =>
    vscode.l10n.t('{0} took too long to respond. Check your connection, then try again.', host),
  certificateExpired: ({ host }) =>
    vscode.l10n.t(
      "The certificate of {0} has expired. Check this machine's clock, or contact whoever runs the server.",
      host,
    ),
  certificateNotYetValid: ({ host }) =>
    vscode.l10n.t("The certificate of {0} isn't valid yet. Check this machine's clock.", host),
  certificateForOtherHost: ({ host }) => vscode.l10n.t("The server's certificate isn't for {0}. Check the URL.", host),
  certificateRevoked: ({ host }) =>
    vscode.l10n.t('The certificate of {0} was revoked. Contact whoever runs the server.', host),
  certificateUntrusted: ({ host }) =>
    vscode.l10n.t(
      "This machine doesn't trust the certificate of {0}. If you do, add it to your operating system's trusted certificates and keep the http.systemCertificates setting on.",
      host,
    ),
  tlsFailed: ({ host }) => vscode.l10n.t("Couldn't make a secure connection to {0}. Check the URL and its port.", host),
  notWebServer: ({ host }) => vscode.l10n.t("{0} didn't respond like a web server. Check the URL and its port.", host),
  connectionLost: ({ host }) => vscode.l10n.t('The connection to {0} was lost. Try again.', host),
  proxyClosed: () => vscode.l10n.t('The proxy closed the connection. Check the http.proxy setting.'),
  proxyCertificateForOtherHost: () =>
    vscode.l10n.t("The proxy's certificate is for another host. Check the http.proxy setting."),
  proxySignIn: () =>
    vscode.l10n.t('The proxy requires you to sign in. Check the http.proxy and http.proxyAuthorization settings.'),
  proxyRefused: ({ host }) =>
    vscode.l10n.t("The proxy doesn't allow connections to {0}. Check the http.proxy and http.noProxy settings.", host),
  proxyAddressInvalid: () =>
    vscode.l10n.t("The http.proxy setting isn't a valid URL. Enter one such as http://host:port."),
  behindProxy: ({ cause }, sentence) =>
    vscode.l10n.t('{0} A proxy is set (http.proxy or an environment variable) and may be the cause.', sentence(cause)),
  networkSettingsChanged: () => vscode.l10n.t('The network settings changed. Try again.'),
  noReply: () => vscode.l10n.t("The server didn't respond. Try again."),
  timeout: ({ seconds }) =>
    vscode.l10n.t("The server didn't respond within {0} s. Check your connection, then try again.", seconds),
  tooSlow: ({ rate }) =>
    vscode.l10n.t(
      'The response is too slow: less than {0} KB per second. Check your connection, then try again.',
      rate,
    ),
  cancelled: () => vscode.l10n.t('Canceled.'),
};
