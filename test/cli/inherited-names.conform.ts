import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { appendEvents } from '../../harness/run-directory/event-log.js';
import { makeEvents } from '../../harness/run-directory/logged-result.js';
import { isTestId } from '../../harness/selection/plan.js';
import { makeEmptyResult } from '../../harness/workers/batch-result.js';
import { decodeMessagePack, parseJson } from '../../transactions/index.js';
import { writeRun } from '../harness/support/stored-run.js';
import { FEATURES } from '../house/support/rooms.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const NAMES = Object.getOwnPropertyNames(Object.prototype);
const folder = createTempFolder();

it.each(NAMES)('rejects a document with the key %s, escaped or not', (name) => {
  const escapedName = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
  for (const key of [name, escapedName])
    expect(() => parseJson(Buffer.from(`[{"a":{"${key}":1}}]`))).toThrow(`key "${name}" is reserved`);
  const bytes = encode({ a: { [`${name.slice(0, -1)}?`]: 1 } });
  bytes[bytes.indexOf('?'.charCodeAt(0))] = name.charCodeAt(name.length - 1);
  expect(() => decodeMessagePack(bytes)).toThrow(new RegExp(`key "?${name}"?`, 'i'));
  expect(parseJson(Buffer.from(JSON.stringify([name])))).toEqual([name]);
  expect(isTestId(`${name}.0`)).toBe(false);
});

describe('a log with inherited names', () => {
  const count = { tests: 1, shown: {} };
  const hostileTotals = ['constructor', 'toString'].flatMap((name) => [
    { claims: { [name]: count } },
    { sequences: { [name]: 1 } },
    { claims: { rmw_buffer: { tests: 1, shown: { [name]: 1 } } } },
    { checks: { unchecked: [], memory: { [name]: { compared: 1, leftOut: 1 } } } },
  ]);

  it.each(hostileTotals.map((totals, index) => [JSON.stringify(totals), totals, index] as const))(
    "is rejected with a one-line error, and omitted from its folder's report, if it contains %s",
    async (_, totals, index) => {
      const runs = join(folder, `${index}`);
      for (const name of ['bad', 'good'])
        writeRun(runs, name, { day: 1, tests: 3, failures: {}, end: 'count', seconds: 1 });
      appendEvents(join(runs, 'bad', 'events.msgpack'), makeEvents({ ...makeEmptyResult(3), ...totals }, 1));
      for (const args of [['report'], ['merge', '--out', join(runs, 'merged')]]) {
        const { code, stderr } = await callCli([args[0]!, join(runs, 'bad'), ...args.slice(1)]);
        expect([code, stderr]).toEqual([
          2,
          expect.stringMatching(/^Invalid log: .*key "(constructor|toString)" is reserved[^\n]*\n$/),
        ]);
      }
      const { code, stdout } = await callCli(['report', runs]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('is reserved')]);
    },
  );
});

it.each<readonly string[]>([
  ['asm', '--gfx'],
  ['disasm', '--gfx'],
  ['run', 'smoke', '--dry-run', '--chip'],
  ['run', 'smoke', '--dry-run', '--test'],
  ['run', 'smoke', '--dry-run', '--fault'],
  ['run', 'smoke', '--dry-run', '--set'],
  ['run', '--dry-run'],
  ['list'],
  ['list', 'rules', '--chip'],
  ['coverage'],
  ['replay'],
  ['explore'],
  ['golden', 'data/golden', '--chip'],
  ['testplan', '--stage'],
  ['qualify'],
])('%s %s %s %s does not mistake an inherited name for a known one', async (...args) => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    const { code, stdout, stderr } = await callCli([...args, name]);
    expect([name, code === 2, stderr + stdout]).toEqual([
      name,
      true,
      expect.not.stringMatching(/Internal error|\[native code\]/),
    ]);
  }
});

it('tables indexed by external strings have no inherited keys', () => {
  const unguardedTables = ['arch', 'transactions', 'stimulus', 'coverage', 'checkers', ...FEATURES].flatMap(
    (directory) =>
      readdirSync(join(findPackageRoot(), directory), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .flatMap((path) => {
          const text = readFileSync(join(findPackageRoot(), directory, path), 'utf8');
          return [
            ...text.matchAll(/^(?:export )?const [A-Z_]+: Readonly<Record<string, .*>> = (?!lookup\()/gm),
          ].map(([line]) => `${directory}/${path}: ${line}`);
        }),
  );
  // These two are indexed by characters that match a pattern and by processors from the chip table.
  expect(
    unguardedTables.filter((line) => !/visible-text|instruction-set/.test(line)),
    'use lookup from arch',
  ).toEqual([]);
});
