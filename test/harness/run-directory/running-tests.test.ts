import { RunningTests } from '../../../harness/run-directory/running-tests.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import type { Batch } from '../../../harness/workers/batch-result.js';

function makeBatch(sequence: string, count: number): Batch {
  const tests = Array.from({ length: count }, (_, index) => ({ sequence, index, seed: '0x1' }));
  return { first: 0, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' };
}

it('names the first test of the longest-running batch until the batch ends, even if it ends with an error', async () => {
  const runningTests = new RunningTests();
  expect(runningTests.getSlowest()).toBeUndefined();
  let fail = (): void => undefined;
  const failingBatch = runningTests.during(
    makeBatch('alpha', 3),
    () => new Promise<void>((_, reject) => (fail = () => reject(new Error('thrown on purpose')))),
  );
  void runningTests.during(makeBatch('omega', 1), () => new Promise<void>(() => undefined));
  expect(runningTests.getSlowest()).toMatchObject({ test: 'alpha.0', others: 2 });
  fail();
  await expect(failingBatch).rejects.toThrow('thrown on purpose');
  expect(runningTests.getSlowest()).toMatchObject({ test: 'omega.0', others: 0 });
});

it('names the running test rather than earlier ones in its batch, or the first to start if several are running', () => {
  const runningTests = new RunningTests();
  const [first, second] = makeBatch('alpha', 2).tests;
  void runningTests.during(makeBatch('alpha', 2), () => new Promise<void>(() => undefined));
  runningTests.onBegin(7, first!);
  runningTests.onBegin(7, second!);
  runningTests.onBegin(8, first!);
  expect(runningTests.getSlowest()).toMatchObject({ test: 'alpha.1', others: 0 });
  runningTests.onEnd(7);
  expect(runningTests.getSlowest()).toMatchObject({ test: 'alpha.0', others: 0 });
});
