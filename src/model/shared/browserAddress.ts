/** The first address that a browser can open: in the platform's own application, else the published one. http and https only. */
export function browserAddressOf(urls: Readonly<Record<string, unknown>> | null | undefined): string | undefined {
  const addresses = ['app', 'published', 'public'].map((name) => urls?.[name]);
  return addresses.find((address): address is string => typeof address === 'string' && /^https?:\/\//i.test(address));
}
