import { createEmptyCoverage, PAIR_SLOTS } from '../../../coverage/index.js';
import { deriveTestSeed } from '../../../harness/basics/seeds.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import type { WeightedSequence } from '../../../harness/selection/selection.js';
import { SHARE_FLOOR } from '../../../harness/steering/shares.js';
import { CANDIDATES, EPOCH_TESTS, FIRST_CANDIDATE_INTERVAL } from '../../../harness/steering/steered-plan.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { makeConstantSequence } from '../support/sequences.js';
import { makePlan, makeResult, makeUniqueCoverage, ROOT, runTests } from './support/plans.js';

/** Makes a sequence in which half of the tests are alike and the others each have a new register value. */
function makeHalfNovelSequence(name: string, weight = 1): WeightedSequence {
  const { sequence } = makeConstantSequence(name);
  let nextValue = 1000;
  const generate = ({ seed }: { readonly seed: string }) => {
    const register = Number(BigInt(seed) % 2n) === 0 ? 0 : nextValue++;
    const registers = { SPI_SHADER_PGM_RSRC1_PS: register };
    const [draw] = createSmallScenario().draws;
    return createSmallScenario({ name, freedoms: defaultKnobs(), draws: [{ ...draw!, registers }] });
  };
  return { weight, sequence: { ...sequence, generate } };
}

const countTests = (tests: readonly PlannedTest[], name: string): number =>
  tests.filter(({ sequence }) => sequence === name).length;

describe('a coverage-steered plan', () => {
  it('draws most tests from the sequence that hits bins no other test hits, without starving the others', () => {
    const names = ['poor', 'rich', 'idle', 'rare'];
    const weights = [4, 1, 4, 0.5];
    const plan = makePlan(names.map((name, index) => makeConstantSequence(name, weights[index])));
    const tests = runTests(plan, 14 * EPOCH_TESTS, makeUniqueCoverage('rich'));
    const steered = tests.slice(2 * EPOCH_TESTS);
    expect(countTests(steered, 'rich')).toBeGreaterThan(0.8 * steered.length);
    for (const [index, name] of names.entries()) {
      const floor = (SHARE_FLOOR * weights[index]! * steered.length) / 9.5;
      expect(countTests(steered, name)).toBeGreaterThanOrEqual(Math.floor(floor) - 1);
    }
  });

  it('draws more tests from a sequence that shows unique behaviour', () => {
    const plan = makePlan(['alike', 'novel'].map((name) => makeConstantSequence(name)));
    const tests = Array.from({ length: 8 * EPOCH_TESTS }, (_, position) => {
      const { value } = plan.next();
      const behaviours = [value.sequence === 'novel' ? [position] : [PAIR_SLOTS - 1]];
      plan.learn({ ...makeResult(position, [value]), behaviours }, createEmptyCoverage());
      return value;
    });
    const steered = tests.slice(2 * EPOCH_TESTS);
    expect(countTests(steered, 'novel')).toBeGreaterThan(0.8 * steered.length);
  });

  it('starts with one test of each sequence, those with rare claims first', () => {
    const makeSequenceWithClaim = (name: string, ...bins: string[]): WeightedSequence => {
      const { sequence, weight } = makeConstantSequence(name);
      return { weight, sequence: { ...sequence, claims: [{ text: name, bins, percent: 1 }] } };
    };
    const suite = [
      makeConstantSequence('plain', 9),
      makeSequenceWithClaim('common', 'a'),
      makeSequenceWithClaim('rare', 'a', 'b'),
      makeSequenceWithClaim('usual', 'a'),
      makeSequenceWithClaim('rarest', 'c', 'd'),
    ];
    const names = runTests(makePlan(suite), 8).map(({ sequence }) => sequence);
    expect(names.slice(0, 5)).toEqual(['rarest', 'rare', 'common', 'usual', 'plain']);
  });

  it('prefers the candidate with the rarest features, but still gives common features their minimum share', () => {
    const half = makeHalfNovelSequence('half');
    const tests = runTests(makePlan([half]), 400);
    const commonCount = tests.filter(({ seed }) => BigInt(seed) % 2n === 0n).length;
    expect(commonCount).toBeGreaterThan((0.8 * 400) / 2 / FIRST_CANDIDATE_INTERVAL);
    expect(commonCount).toBeLessThan((1.4 * 400) / 2 / FIRST_CANDIDATE_INTERVAL);
  });

  it("derives each test's seed from its sequence and index", () => {
    for (const { sequence, index, seed } of runTests(
      makePlan([makeHalfNovelSequence('half'), makeConstantSequence('other')]),
      120,
    ))
      expect(seed).toBe(deriveTestSeed(ROOT, sequence, index));
  });

  it('can plan an epoch once all tests from two epochs earlier have results', () => {
    const plan = makePlan([makeConstantSequence('alpha')]);
    expect([plan.knownUntil(0), plan.knownUntil(EPOCH_TESTS)]).toEqual([EPOCH_TESTS, 2 * EPOCH_TESTS]);
    const thirdEpoch = 2 * EPOCH_TESTS;
    runTests(plan, EPOCH_TESTS - 1);
    expect(plan.knownUntil(thirdEpoch)).toBe(thirdEpoch);
    runTests(plan, 1);
    expect(plan.knownUntil(thirdEpoch)).toBe(thirdEpoch + EPOCH_TESTS);
    expect(plan.knownUntil(thirdEpoch + EPOCH_TESTS)).toBe(thirdEpoch + EPOCH_TESTS);
  });

  it('continues from a log as if it had not been interrupted, even in the middle of an epoch', () => {
    const sequences = () => [makeHalfNovelSequence('half'), makeConstantSequence('other', 2)];
    const firstTest = { sequence: 'half', index: 77, seed: '0x77', root: '0x9' };
    const coverage = makeUniqueCoverage('half');
    const uninterrupted = runTests(makePlan(sequences(), [firstTest]), 220, coverage);
    expect(uninterrupted[0]).toEqual(firstTest);
    for (const kept of [1, 30, 123]) {
      const resumedPlan = makePlan(sequences(), [firstTest]);
      for (let position = 0; position < kept; position++)
        resumedPlan.learn(makeResult(position, [uninterrupted[position]!]), coverage);
      expect(runTests(resumedPlan, 220 - kept, coverage)).toEqual(uninterrupted.slice(kept));
    }
  });

  it('rejects the log of a different plan', () => {
    const plan = makePlan([makeConstantSequence('alpha')]);
    const unplannedTest = { sequence: 'alpha', index: CANDIDATES, seed: '0x1' };
    expect(() => plan.learn(makeResult(0, [unplannedTest]), createEmptyCoverage())).toThrow(
      'Cannot resume the run: test 0 in its log is alpha.6, which is not among the planned candidates of alpha',
    );
  });

  it('picks a test immediately if its generator throws, so that the failure is reported', () => {
    const { sequence, weight } = makeConstantSequence('broken');
    const generate = ({ seed }: { readonly seed: string }) => {
      if (seed === deriveTestSeed(ROOT, 'broken', 2)) throw new Error('broken');
      return createSmallScenario();
    };
    const [test] = runTests(makePlan([{ weight, sequence: { ...sequence, generate } }]), 1);
    expect(test!.index).toBe(2);
  });
});
