import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { getPlayAddress } from '../../base/text/index.js';

/** Where `npm run docs` builds the playground. */
const PLAYGROUND_PAGE = join(findPackageRoot(), 'docs', 'site', 'play', 'index.html');

/**
 * Returns the path from a run directory to a replay command's test in the playground; undefined if no
 * playground is built, or the test cannot be encoded in an address.
 */
export function buildPlaygroundLink(
  directory: string,
  repro: string,
  page = PLAYGROUND_PAGE,
): string | undefined {
  const test = getPlayAddress(repro);
  return test === undefined || !existsSync(page) ? undefined : `${relative(directory, page)}#${test}`;
}
