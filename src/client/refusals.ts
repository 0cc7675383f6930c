import type { Platform } from './network/platform.ts';

/**
 * Wraps a platform to report each time that the server refuses the token (401). A web page with that status comes from
 * a proxy.
 */
export function reportingRefusals(platform: Platform, refused: () => void): Platform {
  return async (request) => {
    const response = await platform(request);
    if (response.status === 401 && !isWebPage(response)) refused();
    return response;
  };
}

function isWebPage({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').includes('html');
}
