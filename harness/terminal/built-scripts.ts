import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLES, VIEWER } from '../built/index.js';

/** Returns the source of a bundled script for run pages. */
export function readPageScript(name: string): string {
  return readFileSync(join(BUNDLES, `${name}.js`), 'utf8');
}

/** Returns the source of the script for the single-test viewer. */
export function readViewerScript(): string {
  return readFileSync(join(BUNDLES, VIEWER.bundle), 'utf8');
}
