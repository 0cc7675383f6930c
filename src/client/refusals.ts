import type { Platform } from './platform.ts';

/** The same platform, telling each time that it refuses the token (401). A web page comes from something else on the way. */
export function tellingRefusals(platform: Platform, refused: () => void): Platform {
  return async (request) => {
    const response = await platform(request);
    if (response.status === 401 && !isWebPage(response)) refused();
    return response;
  };
}

function isWebPage({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').includes('html');
}
