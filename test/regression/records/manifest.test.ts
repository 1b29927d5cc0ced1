import { execFileSync } from 'node:child_process';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeHost } from '../../../regression/records/manifest.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Where git keeps its index; undefined outside a clone. */
function indexOfClone(): string | undefined {
  const command = ['-C', ROOT, 'rev-parse', '--path-format=absolute', '--git-path', 'index'];
  try {
    return execFileSync('git', command, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

const index = indexOfClone();

it.runIf(index !== undefined)('looks at the clone without a write to it', () => {
  const before = readFileSync(index!);
  // The index has another time for it now, which a plain status would write there.
  utimesSync(join(ROOT, 'package.json'), new Date(), new Date());
  expect(describeHost().commit).toMatch(/^[0-9a-f]{40}/);
  expect(readFileSync(index!).equals(before)).toBe(true);
});
