import fc from 'fast-check';
import { getKillMatrixPath, readKillMatrix } from '../../../closure/qualify/qualify.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { parseTestName } from '../../../harness/selection/plan.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { runBatch } from '../../../harness/workers/batch.js';
import type { FaultId } from '../../../transactions/index.js';

const corpus = openCorpus();
const rows = readKillMatrix(getKillMatrixPath());

/** Runs a fault's killing test, and returns its failure, or undefined if only a warning detects the fault. */
function runKiller(id: FaultId) {
  const { sequence, seed } = parseTestName(rows.find((row) => row.id === id)!.killer);
  const tests = [{ sequence, seed, index: 0 }];
  const overrides = { ...NO_OVERRIDES, faults: [id] };
  return runBatch({ first: 0, tests, overrides, suite: 'smoke', coverageRun: 'test' }, corpus).failures[0];
}

it("a failure's message is that of its own rule, not of a warning before it, whatever the fault", () => {
  const checkMessage = (id: FaultId): void => {
    const failure = runKiller(id);
    if (failure === undefined) return;
    const own = failure.violations.find(
      ({ rule, severity }) => rule === failure.rule && severity === 'error',
    );
    expect([id, failure.summary]).toEqual([id, own?.observed ?? failure.message?.split('\n')[0]]);
  };
  // F36 makes PERF-03 warn before HANG-01 fires.
  checkMessage('F36');
  fc.assert(fc.property(fc.constantFrom(...rows.map(({ id }) => id)), checkMessage), { numRuns: 12 });
});
