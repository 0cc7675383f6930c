import type { Platform } from './network/platform.ts';

/**
 * Wraps a platform to report each time that the server refuses the token (401) or accepts it. A web page with that
 * status comes from a proxy.
 */
export function reportingRefusals(platform: Platform, refused: () => void, accepted?: () => void): Platform {
  return async (request) => {
    const response = await platform(request);
    if (response.status === 401 && !isWebPage(response)) refused();
    else if (response.ok) accepted?.();
    return response;
  };
}

function isWebPage({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').includes('html');
}
