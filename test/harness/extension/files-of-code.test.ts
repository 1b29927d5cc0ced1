import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listCodeFiles } from '../../../harness/extension/files-of-code.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';

const folder = temporaryFolder();

it.each([
  "readFileSync(new URL('read.s', import.meta.url))",
  "readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'read.s'), 'utf8')",
  "await readFile('read.s', 'utf8')",
])('finds the file read by %s', (call) => {
  const code = join(folder, 'code.mjs');
  const read = join(folder, 'read.s');
  writeFileSync(code, `export const text = ${call};\nreadFile(((((('unbalanced')`);
  writeFileSync(read, '');
  expect(listCodeFiles('config', code)).toEqual([code, read]);
});
