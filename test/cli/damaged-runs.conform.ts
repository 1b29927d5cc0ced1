import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
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
async function call(name: string, damaged: ReadonlyMap<string, Uint8Array> = new Map()) {
  for (const directory of [runs, merged]) rmSync(directory, { recursive: true, force: true });
  cpSync(whole, run, { recursive: true });
  for (const [file, bytes] of damaged) writeFileSync(join(run, file), bytes);
  const { code, stdout, stderr } = await callCli(new Map(COMMANDS).get(name)!());
  return {
    code,
    result: `${code} ${stdout.replace(/^(?:speed|time|memory|overhead|history).*$/gm, '')}`,
    stderr,
  };
}

beforeAll(async () => {
  const args = 'run smoke --test empty_section --fault F46 --seed 0x1 --count 2 --max-failures 2 --workers 1';
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
  'rest, every other file,': ['report', 'merge', 'replay', 'coverage', 'testplan', 'history', 'resume'],
};

/** Returns a file of the run, or those that have no row of their own. */
function listDamaged(row: string): readonly string[] {
  if (!row.startsWith('rest')) return [row];
  const files = readdirSync(whole, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files
    .map(({ parentPath, name }) => relative(whole, join(parentPath, name)))
    .filter((file) => !Object.hasOwn(READ_BY, file));
}

/** Returns a file's bytes, cut at a tenth of its length or with a bit flipped there. */
function damage(file: string, tenth: number, kind: 'cut' | 'flipped'): Uint8Array {
  const bytes = Buffer.from(readFileSync(join(whole, file)));
  const at = Math.floor((bytes.length * tenth) / 10);
  if (kind === 'cut') return bytes.subarray(0, at);
  bytes[at]! ^= 1 << (tenth % 8);
  return bytes;
}

describe.each(Object.keys(READ_BY))('a run whose %s is damaged', (file) => {
  it.each(READ_BY[file]!)('gives %s the true answer, or names the file', async (name) => {
    const files = listDamaged(file);
    // All commands open a run with one reader, so one of them is tried everywhere.
    const interval = name === 'coverage' ? 1 : 4;
    for (const tenth of TENTHS.filter((at) => at % interval === 0)) {
      for (const kind of ['cut', 'flipped'] as const) {
        const damaged = new Map(files.map((path) => [path, damage(path, tenth, kind)]));
        const { code, result, stderr } = await call(name, damaged);
        const text = `${stderr}${result}`;
        const isTrue = result === expected.get(name) || files.some((path) => text.includes(basename(path)));
        expect([tenth, kind, isTrue, result, stderr]).toEqual([tenth, kind, true, result, stderr]);
        // A merged run that lacks tests exits with 4 and says so.
        if (code === 4) expect(result).toMatch(/^4 PARTIAL/);
      }
    }
  });
});
