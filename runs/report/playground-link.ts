import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageRoot } from '../../base/basics/index.js';
import { playAddress } from '../../base/text/index.js';

/** Where `npm run docs` builds the playground. */
const PLAYGROUND_PAGE = join(packageRoot(), 'docs', 'site', 'play', 'index.html');

/**
 * Returns the path from a run directory to a replay command's test in the playground; undefined if no
 * playground is built, or an address cannot express the test.
 */
export function playgroundLink(directory: string, repro: string, page = PLAYGROUND_PAGE): string | undefined {
  const test = playAddress(repro);
  return test === undefined || !existsSync(page) ? undefined : `${relative(directory, page)}#${test}`;
}
