/** The settings of VS Code for proxies. For unset ones, the environment decides. */
export interface ProxySettings {
  readonly proxy?: string | undefined;
  readonly noProxy?: readonly string[] | undefined;
}

/** Whether the settings or the environment name a proxy. VS Code may know others, of the operating system. */
export function isProxySet({ proxy, noProxy = [] }: ProxySettings): boolean {
  const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  return !noProxy.includes('*') && Boolean(proxy || variables.some((name) => process.env[name]));
}
