import type { Space } from '../../contract/spaces/spaces.ts';
import { withoutTrailing } from '../shared/trimmed.ts';

/**
 * The browser URL of a space's repository, or of a file in it (section 2.5, gitSync; section 2.18, git). The branch
 * isn't known, so the default one is shown. Undefined if it is no web address.
 */
export function repositoryAddress(gitSync: Space['gitSync'], path?: string): string | undefined {
  const { url, installationProvider } = gitSync ?? {};
  if (!url || !URL.canParse(url)) return undefined;
  const repository = new URL(url);
  if (repository.protocol !== 'https:' && repository.protocol !== 'http:') return undefined;
  repository.username = repository.password = repository.search = repository.hash = '';
  repository.pathname = withoutTrailing(repository.pathname, '/').replace(/\.git$/, '');
  if (path === undefined) return String(repository);
  // An address that already leads into a branch or folder stays unchanged.
  const inTree = /\/(?:-\/)?(?:tree|blob)\//.test(repository.pathname);
  const blob = installationProvider === 'gitlab' ? '/-/blob/HEAD' : '/blob/HEAD';
  const file = path.split('/').map(encodeURIComponent).join('/');
  return `${String(repository).replace('/tree/', '/blob/')}${inTree ? '' : blob}/${file}`;
}
