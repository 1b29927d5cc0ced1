import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();

it.each([
  ['an unseeded generator', '', '() => Math.random() < 0.5'],
  ['the clock', '', '() => new Date().getMilliseconds() % 2 === 0'],
  ['a global', 'let calls = 0;', '() => calls++ % 3 !== 0'],
  [
    'the order of a set',
    'const seen = new Set();',
    '(s) => { seen.add(s.draws.length + seen.size); return [...seen].at(-1) % 2 === 0; }',
  ],
])('a run of twelve tests names a constraint that depends on %s', async (name, state, where) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.suite.ts`);
  const test = `{\n  sequence: 'primitive_kinds',\n  where: ${where},\n}`;
  writeFileSync(file, `${state}\nexport default { text: 'unseeded', count: 12, tests: [${test}] };\n`);
  const out = join(folder, `${name}-run`);
  const { code } = await callCli(['run', file, '--seed', '0x1', '--triage', '0s', '--out', out]);
  expect(code).toBe(1);
  const failures = join(out, 'failures', 'nondeterminism_primitive_kinds');
  const messages = readdirSync(failures).map(
    (test): string => JSON.parse(readFileSync(join(failures, test, 'violations.json'), 'utf8')).message,
  );
  expect(messages.join('\n')).toMatch(
    /^Generated again from its seed, it is another test: .*suite\.ts:\d+ depends on more than/m,
  );
});
