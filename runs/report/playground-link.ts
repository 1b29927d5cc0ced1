import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { getPlaygroundHash } from '../../base/text/index.js';

/** Where `npm run docs` builds the playground. */
const PLAYGROUND_PAGE = join(findPackageRoot(), 'docs', 'site', 'play', 'index.html');

/**
 * Returns a link, relative to a run directory, that opens a replay command's test in the playground, or
 * undefined if the playground has not been built or the test cannot be encoded in a URL.
 */
export function buildPlaygroundLink(
  directory: string,
  repro: string,
  page = PLAYGROUND_PAGE,
): string | undefined {
  const hash = getPlaygroundHash(repro);
  return hash === undefined || !existsSync(page) ? undefined : `${relative(directory, page)}#${hash}`;
}
