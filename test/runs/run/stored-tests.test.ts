import { readPinnedSuite } from '../../../closure/rank/pinned-suite.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { getPlanSlice } from '../../../harness/run-directory/plan-slice.js';
import type { RunRequest } from '../../../harness/run-directory/run-request.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { getStoredTestsFile, readStoredTests } from '../../../runs/run/stored-scenarios.js';
import { canHaveFault } from '../../../stimulus/index.js';
import { PROJECT_FAULTS } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

const { tests, overrides, ranked } = readPinnedSuite(getStoredTestsFile());

describe('the tests that a smoke run starts with', () => {
  it('come from the stored suite, without overrides, and exist only for smoke runs', () => {
    expect(readStoredTests('smoke', [])).toEqual(tests);
    expect(overrides).toEqual(NO_OVERRIDES);
    expect(readStoredTests('nightly', [])).toEqual([]);
  });

  it('include only those that a requested fault can affect', () => {
    const withFault = readStoredTests('smoke', ['F173']);
    expect(withFault.every(({ sequence }) => canHaveFault(findSequence(sequence, 'smoke'), 'F173'))).toBe(
      true,
    );
    expect([withFault.length > 0, withFault.length < tests.length]).toEqual([true, true]);
  });

  it('are not repeated among the tests drawn after them', () => {
    const request = {
      suite: 'smoke',
      seed: readSeed('0x5eed'),
      overrides,
      count: 500,
      first: tests,
    } as RunRequest;
    const plan = getPlanSlice(request).tests();
    const ids = Array.from({ length: 500 }, () => plan.next().value!);
    expect(ids.slice(0, tests.length)).toEqual(tests);
    expect(new Set(ids.map(({ seed }) => seed)).size).toBe(500);
  });

  it('between them kill every fault in the library', () => {
    expect(new Set(ranked!.kills.map(({ fault }) => fault))).toEqual(
      new Set(PROJECT_FAULTS.map(({ id }) => id)),
    );
  });

  it.each(['F46', 'F173'] as const)('include a test that really kills %s', (fault) => {
    const { by } = ranked!.kills.find((kill) => kill.fault === fault)!;
    const { finding } = runScenarioTest(drawTest(by.sequence, by.seed, { faults: [fault] }));
    expect(finding?.outcome).toBe('failed');
  });
});
