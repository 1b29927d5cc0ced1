import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED, VIEWER } from '../../bundle/index.js';

/** Code of a run page script, by name. */
export function pageScript(name: string): string {
  return readFileSync(join(BUNDLED, `${name}.js`), 'utf8');
}

/** Code of the single-run page. */
export function viewerScript(): string {
  return readFileSync(join(BUNDLED, VIEWER.bundle), 'utf8');
}
