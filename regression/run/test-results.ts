import { CHIP_NAMES, type ChipName } from '../../arch/index.js';
import type { FailureSummary } from '../one-test/one-test.js';
import { OUTCOMES, type Outcome } from '../records/finding.js';
import type { PlannedTest } from '../records/plan.js';
import { testId } from '../records/test-name.js';
import { isOpen } from '../suite-files/opened-suites.js';
import { type LoggedResult, NO_CHIP } from '../workers/batch.js';
import type { PastRun } from './past-run.js';
import { planPart } from './plan-part.js';
import { requestOf } from './run-request.js';

/** A test of a run with what became of it. */
export interface RunTestResult {
  readonly test: PlannedTest;
  readonly outcome: Outcome;
  /** Undefined where no scenario was generated. */
  readonly chip: ChipName | undefined;
  readonly waves: number;
  /** Cycles of the device. */
  readonly cycles: number;
  /** Host time in seconds; undefined where its worker was lost, or an earlier version ran it. */
  readonly seconds: number | undefined;
  /** Why it did not pass. */
  readonly failure: FailureSummary | undefined;
}

/**
 * The tests of a run that have a result, in plan order; none where the run's suite is a file that is not open, for only the
 * suite knows their names.
 */
export function testResults(past: PastRun): RunTestResult[] {
  if (!isOpen(past.manifest)) return [];
  const part = planPart(requestOf(past.manifest, past.directory, past.manifest.workers));
  // Without their coverage, which is most of a batch.
  const batches = Array.from(past.results(), columnsOf).sort((a, b) => a.first - b.first);
  const plan = part.tests();
  const results: RunTestResult[] = [];
  let position = part.first;
  for (const batch of batches) {
    const failures = new Map(batch.failures.map((failure) => [testId(failure.test), failure]));
    const end = batch.first + batch.outcomes.length;
    for (; position < end; position++) {
      const { value } = plan.next();
      if (value === undefined) return results;
      if (position >= batch.first) results.push(resultAt(batch, position - batch.first, value, failures));
    }
  }
  return results;
}

type Columns = Pick<
  LoggedResult,
  'first' | 'outcomes' | 'chips' | 'waves' | 'cycles' | 'testMs' | 'failures'
>;

function columnsOf({ first, outcomes, chips, waves, cycles, testMs, failures }: LoggedResult): Columns {
  return { first, outcomes, chips, waves, cycles, failures, ...(testMs === undefined ? {} : { testMs }) };
}

function resultAt(
  { outcomes, chips, waves, cycles, testMs }: Columns,
  row: number,
  test: PlannedTest,
  failures: ReadonlyMap<string, FailureSummary>,
): RunTestResult {
  const chip = chips[row]!;
  const ms = testMs?.[row];
  return {
    test,
    outcome: OUTCOMES[outcomes[row]!]!,
    chip: chip === NO_CHIP ? undefined : CHIP_NAMES[chip]!,
    waves: waves[row]!,
    cycles: cycles[row]!,
    seconds: ms === undefined ? undefined : ms / 1000,
    failure: failures.get(testId(test)),
  };
}
