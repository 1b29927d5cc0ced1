import { appendFileSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { relative } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';

/** Clock ticks per second in `/proc`, which is the same on all machines. */
const TICKS_PER_SECOND = 100;

/** The profiler of this thread, which the next file of the thread goes on with: to start it again would cost seconds. */
const kept = globalThis as { profilingSession?: Session };

/**
 * What a test file costs, appended to the file that `POPS_TB_FILE_COSTS` names. With `POPS_TB_COUNT_CALLS`, that is how
 * often functions of the program are called, which does not depend on the machine or its load, in millions; otherwise the
 * processor seconds of this process and those it started, which must run one file at a time (Linux only).
 */
const output = process.env.POPS_TB_FILE_COSTS;
if (output !== undefined) {
  const getCost = process.env.POPS_TB_COUNT_CALLS === undefined ? measureSeconds() : countCalls();
  const kind = process.env.POPS_TB_COUNT_CALLS === undefined ? 'seconds' : 'calls';
  afterAll(() => {
    const file = relative(findPackageRoot(), expect.getState().testPath!);
    appendFileSync(output, `${kind}\t${file}\t${getCost()}\n`);
  });
}

/** Starts to measure, and returns a function that returns the processor seconds since then. */
function measureSeconds(): () => number {
  const read = (): number => {
    const status = readFileSync('/proc/self/stat', 'utf8');
    // The process's name may contain blanks and parentheses.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const times = fields.slice(11, 15).map(Number);
    return times.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
  };
  const start = read();
  return () => read() - start;
}

/** Starts to count, and returns a function that returns the calls of compiled modules in millions. */
function countCalls(): () => number {
  const session = kept.profilingSession ?? startProfiling();
  kept.profilingSession = session;
  takeCalls(session);
  return () => takeCalls(session) / 1e6;
}

function startProfiling(): Session {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
}

/** Returns the number of calls since the last call of this function. */
function takeCalls(session: Session): number {
  let calls = 0;
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const modules = result.filter(({ url }) => url.includes('/dist/'));
    for (const { functions } of modules) for (const { ranges } of functions) calls += ranges[0]!.count;
  });
  return calls;
}
