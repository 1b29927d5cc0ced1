import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const whole = join(folder, 'whole');
const runs = join(folder, 'runs');
const run = join(runs, 'run');
const merged = join(folder, 'merged');

/** Where a file is damaged, in tenths of its length. */
const TENTHS = Array.from({ length: 10 }, (_, tenth) => tenth);

let failure = '';
let expected: ReadonlyMap<string, string>;

/** The commands that read a run directory. */
const COMMANDS: readonly (readonly [name: string, makeArguments: () => readonly string[]])[] = [
  ['report', () => ['report', run]],
  ['merge', () => ['merge', run, '--out', merged]],
  ['replay', () => ['replay', join(run, failure)]],
  ['coverage', () => ['coverage', 'show', run]],
  ['testplan', () => ['testplan', run]],
  ['history', () => ['report', runs]],
  ['resume', () => ['run', '--resume', run, '--workers', '1']],
];

/** Returns a command's exit code and results, without what differs between two calls. */
async function call(name: string, damagedFile?: string, bytes?: Uint8Array) {
  for (const directory of [runs, merged]) rmSync(directory, { recursive: true, force: true });
  cpSync(whole, run, { recursive: true });
  if (damagedFile !== undefined) writeFileSync(join(run, damagedFile), bytes!);
  const { code, stdout, stderr } = await callCli(new Map(COMMANDS).get(name)!());
  return {
    code,
    result: `${code} ${stdout.replace(/^(?:speed|time|memory|overhead|history).*$/gm, '')}`,
    stderr,
  };
}

beforeAll(async () => {
  const args = 'run smoke --test empty_section --fault F46 --seed 0x1 --count 3 --max-failures 3 --workers 1';
  expect((await callCli([...args.split(' '), '--out', whole])).code).toBe(1);
  const scenario = readdirSync(whole, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('scenario.msgpack'),
  )!;
  failure = join(scenario, '..');
  const results = new Map<string, string>();
  for (const [name] of COMMANDS) results.set(name, (await call(name)).result);
  expected = results;
});

/** The files that verdicts rely on, and the commands that read them. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  'events.msgpack': ['report', 'merge', 'replay', 'coverage', 'testplan', 'history', 'resume'],
  'manifest.json': ['report', 'merge', 'replay', 'coverage', 'testplan', 'history', 'resume'],
  'coverage/coverage.msgpack': ['coverage', 'report'],
};

describe.each(Object.keys(READ_BY))('a run whose %s is damaged', (file) => {
  it.each(READ_BY[file]!)('gives %s the true answer, or names the file', async (name) => {
    const bytes = readFileSync(join(whole, file));
    // Resuming runs tests, so it is tried less often.
    for (const tenth of TENTHS.filter((at) => name !== 'resume' || at % 4 === 0)) {
      const at = Math.floor((bytes.length * tenth) / 10);
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << (tenth % 8);
      for (const [kind, damaged] of [
        ['cut', bytes.subarray(0, at)],
        ['flipped', flipped],
      ] as const) {
        const { code, result, stderr } = await call(name, file, damaged);
        const isTrue = result === expected.get(name) || `${stderr}${result}`.includes(basename(file));
        expect([tenth, kind, isTrue, result, stderr]).toEqual([tenth, kind, true, result, stderr]);
        // A merged run that lacks tests exits with 4 and says so.
        if (code === 4) expect(result).toMatch(/^4 PARTIAL/);
      }
    }
  });
});
