import type { Platform } from './platform.ts';

/** The same platform, telling each time that it refuses the token (401). */
export function tellingRefusals(platform: Platform, refused: () => void): Platform {
  return async (request) => {
    const response = await platform(request);
    if (response.status === 401) refused();
    return response;
  };
}
