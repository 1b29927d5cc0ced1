import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../regression/index.js';

/** Code of a script of the run page, by its name. */
export function pageScript(name: string): string {
  return readFileSync(join(packageRoot(), 'dist/report/page/client', `${name}.js`), 'utf8');
}

/** Code of the page that shows one run. */
export function viewerScript(): string {
  return readFileSync(join(packageRoot(), 'dist/bundled/viewer.js'), 'utf8');
}
