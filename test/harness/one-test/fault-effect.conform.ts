import { readSeed } from '../../../harness/basics/seeds.js';
import { compareWithFaultFree } from '../../../harness/one-test/fault-effect.js';
import { runTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { planTests } from '../../../harness/selection/plan.js';
import {
  findSequence,
  findSuite,
  NO_OVERRIDES,
  selectSequences,
} from '../../../harness/selection/selection.js';

const corpus = openCorpus();

describe('the comparison with fault-free tests', () => {
  it('finds that a hardware fault affects every test', () => {
    const overrides = { ...NO_OVERRIDES, faults: ['F46' as const] };
    const plan = planTests(readSeed('0x2'), selectSequences(findSuite('smoke'), 'rmw_buffer', overrides));
    const tests = Array.from({ length: 4 }, () => plan.next().value);
    expect(compareWithFaultFree(tests, 'smoke', overrides, corpus)).toEqual({ compared: 4, affected: 4 });
  });

  it('finds that a program fault on a path that no wave takes has no effect', () => {
    const overrides = { ...NO_OVERRIDES, faults: ['F71' as const] };
    const plan = planTests(readSeed('0x1'), selectSequences(findSuite('smoke'), undefined, overrides));
    const tests = Array.from({ length: 30 }, () => plan.next().value);
    const unaffectedTests = tests.filter(
      (test) => compareWithFaultFree([test], 'smoke', overrides, corpus).affected === 0,
    );
    expect(unaffectedTests.length).toBeGreaterThan(0);
    expect(unaffectedTests.length).toBeLessThan(tests.length);
    for (const { sequence, seed } of unaffectedTests) {
      const result = runTest({ sequence: findSequence(sequence), seed, overrides, corpus });
      expect(new Set(result.verdict.violations.map(({ unit }) => unit))).toEqual(new Set(['program']));
    }
  });
});
