import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.js';
import { expectResult, getFolder, getLastLine, memoizeAsync, runShell } from './support/commands.js';

/**
 * Writes a module that makes the clock jump on every read, cycling through the actual time, one day earlier and ten
 * years later. Returns the module's path.
 */
function writeJumpingClock(): string {
  const file = join(getFolder(), 'jumping-clock.mjs');
  const text = `const now = Date.now;
const DAY_MS = 86_400_000;
let readings = 0;
Date.now = () => now() + [0, -DAY_MS, 3650 * DAY_MS][readings++ % 3];
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now());
    else super(...args);
  }
};
`;
  writeFileSync(file, text);
  return file;
}

/** Returns the output of a run with barely enough file descriptors, an empty environment and a jumping clock. */
const getConstrainedRun = memoizeAsync(async (): Promise<string> => {
  const { code, stdout, stderr } = await runShell(
    `ulimit -n 48; exec env -i "$NODE" $ENGINE --import '${writeJumpingClock()}' "$MAIN" $TESTS --out constrained --time 10m --test-time 60s`,
  );
  expect(code, stderr).toBe(0);
  return stdout;
});

/** Faults in resource limits, environment variables and clocks. */
export const ENVIRONMENT_FAULTS: readonly Fault[] = [
  {
    fault: 'a very low limit on open files (`ulimit -n 24`)',
    promise: 'exits with code 4 (with a limit below 20, Node itself cannot start)',
    test: async () => {
      const result = await runShell('ulimit -n 24; exec "$NODE" $ENGINE "$MAIN" $TESTS --out few-files');
      // Node 20 fails during start-up. Later versions need fewer descriptors and fail when a worker starts.
      expect([result.code, getLastLine(result)]).toEqual([
        4,
        expect.stringMatching(
          /^(The machine ran out of memory or file descriptors|A worker could not start): .*EMFILE|: too many open files \(ulimit -n\)$/,
        ),
      ]);
    },
  },
  {
    fault: 'a limit that allows just enough open files (`ulimit -n 48`)',
    promise: 'the run works',
    test: async () => void (await getConstrainedRun()),
  },
  {
    fault: 'an empty environment',
    promise: 'the run succeeds, but its manifest has no commit',
    test: async () => void (await getConstrainedRun()),
  },
  {
    fault: 'a clock that jumps by days and years',
    promise: 'time limits still hold and the results are the same',
    test: async () => expectResult('constrained', await getConstrainedRun()),
  },
];
