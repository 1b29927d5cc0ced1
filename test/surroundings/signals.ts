import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getFinishedTests, readRunEvents, runAndHold } from '../cli/support/held-run.js';
import { pause } from '../support/until.js';
import type { Fault } from './fault.js';
import {
  COUNT,
  expectResult,
  expectResumed,
  getFolder,
  memoizeAsync,
  runAndInterrupt,
  runShell,
  TESTS,
} from './support/commands.js';

const SAVED =
  'tests in progress finish and the report is marked `PARTIAL`; exits with 130; the run can be resumed';

interface Interruption {
  readonly code: number | null;
  readonly isLocked: boolean;
  readonly report: string;
}

/** Arguments for a run long enough to still be in progress when it is signalled. */
const LONG_RUN = TESTS.map((argument) => (argument === `${COUNT}` ? '10000' : argument));

/** Interrupts a run with each signal in turn, resuming it in between. */
const getInterruptions = memoizeAsync(async (): Promise<ReadonlyMap<string, Interruption>> => {
  const results = new Map<string, Interruption>();
  const out = join(getFolder(), 'interrupted');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const isResumed = results.size > 0;
    const finishedCount = isResumed ? getFinishedTests(readRunEvents(out)).length : 0;
    const args = isResumed
      ? ['run', '--resume', 'interrupted', '--workers', '1', '--json']
      : [...LONG_RUN, '--out', 'interrupted'];
    const { code, stdout } = await runAndHold(
      args,
      getFolder(),
      out,
      (events) => getFinishedTests(events).length > finishedCount,
      (kill) => kill(signal),
    );
    if (isResumed) expect(JSON.parse(stdout).resumed.kept).toBe(finishedCount);
    const report = readFileSync(join(out, 'report.md'), 'utf8');
    results.set(signal, { code, isLocked: existsSync(join(out, 'run.lock')), report });
  }
  return results;
});

function createInterruptionFault(signal: NodeJS.Signals, fault: string): Fault {
  return {
    fault,
    promise: SAVED,
    test: async () => {
      const { code, isLocked, report } = (await getInterruptions()).get(signal)!;
      expect([code, isLocked, report]).toEqual([130, false, expect.stringMatching(/^# PARTIAL/)]);
    },
  };
}

/** Signals, and problems with the standard streams or working directory. */
export const SIGNAL_FAULTS: readonly Fault[] = [
  createInterruptionFault('SIGINT', 'Ctrl-C (SIGINT)'),
  createInterruptionFault('SIGTERM', 'SIGTERM, as sent by a scheduler'),
  createInterruptionFault('SIGHUP', 'SIGHUP: the terminal is closed'),
  {
    fault: 'SIGKILL, then `--resume` immediately',
    promise: 'no finished test is lost or runs twice',
    test: 'test/cli/resume.conform.ts',
  },
  {
    fault: 'the machine sleeps (SIGSTOP, SIGCONT)',
    promise: 'the run continues',
    test: async () => {
      const { code, stdout } = await runAndInterrupt('sleep', (kill) => {
        kill('SIGSTOP');
        void pause(1000).then(() => kill('SIGCONT'));
      });
      expect(code).toBe(0);
      await expectResult('sleep', stdout);
    },
  },
  {
    fault: 'a pipe whose reader exits (`| head -1`)',
    promise: 'the command goes on, and exits as usual',
    test: async () => {
      const waits = `await new Promise((done) => setImmediate(done))`;
      const config = `export default { reporters: [{ id: 'mine.slow', onEnd: async () => { ${waits}; } }] };`;
      writeFileSync(join(getFolder(), 'slow.config.mjs'), config);
      const failing = '$TESTS --fault F46 --test rmw_buffer --config slow.config.mjs --out unread';
      for (const [args, code] of [
        ['list rules', '0'],
        [failing, '1'],
      ]) {
        const { stdout } = await runShell(
          `{ "$NODE" $ENGINE "$MAIN" ${args}; echo $? >code; } | true; cat code`,
        );
        expect(stdout).toBe(`${code}\n`);
      }
    },
  },
  {
    fault: 'closed standard streams (`<&- 2>&-`)',
    promise: 'the run works',
    test: async () => {
      const { code, stdout } = await runShell('exec "$NODE" $ENGINE "$MAIN" $TESTS --out closed <&- 2>&-');
      expect(code).toBe(0);
      await expectResult('closed', stdout);
    },
  },
  {
    fault: 'stdout is full (`>/dev/full`)',
    promise: 'exits with 4; the run directory has the results',
    test: async () => {
      const { code, stderr } = await runShell('exec "$NODE" $ENGINE "$MAIN" $TESTS --out nowhere >/dev/full');
      expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([
        4,
        expect.stringMatching(/^Cannot write the result to stdout/),
      ]);
      await expectResumed('nowhere');
    },
  },
  {
    fault: 'the working directory has been deleted',
    promise: 'exits with 2',
    test: async () => {
      const { code, stderr } = await runShell(
        'mkdir gone && cd gone && rmdir ../gone && exec "$NODE" $ENGINE "$MAIN" run --count 1',
      );
      expect([code, stderr]).toEqual([2, 'Cannot use a file: no such file or directory\n']);
    },
  },
];
