/** The settings of VS Code for proxies. For unset ones, the environment decides. */
export interface ProxySettings {
  readonly proxy?: string | undefined;
  readonly noProxy?: readonly string[] | undefined;
}

/** The proxy that the settings or the environment name for a URL. VS Code may know others, of the operating system. */
export function proxyFor({ hostname, port }: URL, { proxy, noProxy = [] }: ProxySettings): string | undefined {
  const excluded = [...noProxy, ...(variable('no_proxy') ?? '').split(/[,\s]/)];
  const isExcluded = excluded.some((entry) => {
    const [, name = '', only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
    if (only !== undefined && only !== (port || '443')) return false;
    return name === '*' || (name !== '' && (hostname === name || hostname.endsWith(`.${name}`)));
  });
  return isExcluded ? undefined : proxy || variable('https_proxy') || variable('http_proxy') || undefined;
}

function variable(name: string): string | undefined {
  return process.env[name] ?? process.env[name.toUpperCase()];
}
