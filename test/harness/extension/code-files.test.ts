import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listCodeFiles } from '../../../harness/extension/load-code.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();

it.each([
  "readFileSync(new URL('read.s', import.meta.url))",
  "readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'read.s'), 'utf8')",
  "await readFile('read.s', 'utf8')",
])('finds the file read by %s', (call) => {
  const codeFile = join(folder, 'code.mjs');
  const dataFile = join(folder, 'read.s');
  writeFileSync(codeFile, `export const text = ${call};\nreadFile(((((('unbalanced')`);
  writeFileSync(dataFile, '');
  expect(listCodeFiles('config', codeFile)).toEqual([codeFile, dataFile]);
});
