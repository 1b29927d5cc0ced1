import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED, VIEWER } from '../../bundle/index.js';

/** Returns the code of a script on a run's page. */
export function readPageScript(name: string): string {
  return readFileSync(join(BUNDLED, `${name}.js`), 'utf8');
}

/** Returns the code of the page that shows a single test. */
export function readViewerScript(): string {
  return readFileSync(join(BUNDLED, VIEWER.bundle), 'utf8');
}
