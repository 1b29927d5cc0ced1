import { FailureProbe } from '../../../failures/shrink/failure-probe.js';
import type { TestResult, TestRunner } from '../../../harness/one-test/run-test.js';
import type { Scenario } from '../../../transactions/index.js';

const scenario = {
  name: 'original',
  faults: ['F160'],
  draws: [],
  programs: [],
  schedule: {},
} as unknown as Scenario;

/** A device that hangs with its fault; without it, only the scenario named `broken` fails, in another unit. */
const runner: TestRunner = ({ name, faults }) => {
  const unit = faults.length > 0 ? 'spi' : name === 'broken' ? 'program' : undefined;
  const finding = unit && { outcome: 'failed', signature: `HANG-01 ${unit}`, rule: 'HANG-01' };
  const verdict = { violations: [], unchecked: [] };
  return { scenario, run: { waves: 1, cycles: 9 }, verdict, finding } as unknown as TestResult;
};

it('keeps no candidate that fails without the fault, in whatever way', async () => {
  const getSignature = ({ finding }: TestResult) => finding?.signature;
  const target = { signature: 'HANG-01 spi', getSignature, hasExpired: () => false, runner };
  const probe = new FailureProbe(scenario, target);
  const tries = ['smaller', 'broken'].map((name) => probe.reproduce({ ...scenario, name }, 0));
  expect((await Promise.all(tries)).map((found) => found?.scenario.name)).toEqual(['smaller', undefined]);
});
