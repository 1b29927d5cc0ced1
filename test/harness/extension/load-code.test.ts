import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawing } from '../../../cli/public/stimulus.js';
import { createCollector } from '../../../coverage/index.js';
import type { Extension } from '../../../harness/extension/extension.js';
import { listCodeFiles } from '../../../harness/extension/load-code.js';
import { useExtensions } from '../../../harness/extension/user-extensions.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
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

const FILE = 'user-code.test.ts';
afterEach(() => useExtensions(FILE, []));

const later = async (): Promise<void> => {
  await Promise.resolve();
  throw new Error('found too late');
};
const makeRule = (create: unknown) => ({ rules: [{ id: 'acme.R-01', text: 'It holds.', create }] });
const monitor = () => ({ 'wave-formed': later });

it.each([
  ['acme.R-01', 'asynchronous', makeRule(async () => ({}))],
  ['acme.R-01', 'asynchronous', makeRule(() => ({ on: { 'wave-formed': later } }))],
  ['acme.R-01', 'asynchronous', makeRule(() => ({ finish: later }))],
  ['acme.R-01', 'a generator', makeRule(() => ({ *finish() {} }))],
  ['acme.group', 'asynchronous', { covergroups: [{ name: 'acme.group', points: [], crosses: [], monitor }] }],
  ['onTransaction', 'asynchronous', { onTransaction: later }],
])('%s that is %s is an error in the code of the user', (owner, kind, extension) => {
  useExtensions(FILE, [extension as unknown as Extension]);
  const scenario = drawing([[[0, 0, 4096, 0, 0, 4096]]], { chip: 'navi21', seed: '0x1' });
  const cover = { collector: createCollector('run'), id: 'test', position: 0 };
  expect(() => runScenarioTest(scenario, { cover })).toThrow(
    new RegExp(`^${owner} threw.*: TypeError: Its function is ${kind},`),
  );
});
