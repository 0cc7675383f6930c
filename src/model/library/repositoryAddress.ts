import type { Space } from '../../contract/spaces/spaces.ts';
import { withoutTrailing } from '../shared/trimmed.ts';

/**
 * The address of a space's repository for a browser, or of a file in it (section 2.5, gitSync; section 2.18, git). The branch
 * is not told: the default one is shown. Undefined for what is no web address.
 */
export function repositoryAddress(gitSync: Space['gitSync'], path?: string): string | undefined {
  const { url, installationProvider } = gitSync ?? {};
  if (!url || !URL.canParse(url)) return undefined;
  const repository = new URL(url);
  if (repository.protocol !== 'https:' && repository.protocol !== 'http:') return undefined;
  repository.username = repository.password = repository.search = repository.hash = '';
  repository.pathname = withoutTrailing(repository.pathname, '/').replace(/\.git$/, '');
  if (path === undefined) return String(repository);
  // An address that leads into a branch or folder already is taken as it is.
  const inTree = /\/(?:-\/)?(?:tree|blob)\//.test(repository.pathname);
  const blob = installationProvider === 'gitlab' ? '/-/blob/HEAD' : '/blob/HEAD';
  const file = path.split('/').map(encodeURIComponent).join('/');
  return `${String(repository).replace('/tree/', '/blob/')}${inTree ? '' : blob}/${file}`;
}
