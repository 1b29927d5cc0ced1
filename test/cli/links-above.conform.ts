import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeRun } from '../harness/support/stored-run.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
let runs = 0;

/** Writes a run with a failure, and replaces the folder at `level` of the failure's path with a symbolic link. */
function writeRunWithLink(
  level: number,
  decoy: string | undefined,
): {
  readonly run: string;
  readonly failure: string;
  readonly outside: string;
} {
  const name = `run-${runs++}`;
  writeRun(folder, name, { day: 1, tests: 3, failures: {}, end: 'count', seconds: 1 });
  const run = join(folder, name);
  const path = ['failures', 'ORD-01_rb', 'rmw_buffer.0'];
  const failure = join(run, ...path);
  mkdirSync(failure, { recursive: true });
  writeFileSync(join(failure, 'scenario.msgpack'), 'secret');
  const outside = join(folder, `outside-${name}`);
  const replaced = join(run, ...path.slice(0, level));
  renameSync(replaced, outside);
  if (decoy !== undefined) {
    mkdirSync(join(outside, decoy), { recursive: true });
    cpSync(join(run, 'manifest.json'), join(outside, decoy, 'manifest.json'));
  }
  symlinkSync(outside, replaced);
  return { run, failure, outside };
}

it.each([
  ...[1, 2, 3].flatMap((level) =>
    (['replay', 'shrink', 'replay --trace html', 'replay a file', 'replay by its id'] as const).map(
      (command) => [command, level, undefined] as const,
    ),
  ),
  ...[1, 2, 3].flatMap((level) =>
    (['replay', 'shrink', 'replay a file'] as const).map((command) => [command, level, '.'] as const),
  ),
  ['replay', 1, 'ORD-01_rb'] as const,
])(
  '%s rejects a failure whose path has a symbolic link at level %i, and neither reads nor writes through it (decoy manifest: %s)',
  async (command, level, decoy) => {
    const { run, failure, outside } = writeRunWithLink(level, decoy);
    const filesBefore = readdirSync(outside, { recursive: true });
    const args = {
      replay: ['replay', failure],
      shrink: ['shrink', failure],
      'replay --trace html': ['replay', failure, '--trace', 'html'],
      'replay a file': ['replay', join(failure, 'scenario.msgpack')],
      'replay by its id': ['replay', `${run}#rmw_buffer.0`],
    }[command];
    const { code, stderr } = await callCli(args);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^Cannot use "[^"]+": it is a symbolic link; [^\n]+\n$/),
    ]);
    expect(readdirSync(outside, { recursive: true })).toEqual(filesBefore);
  },
);
