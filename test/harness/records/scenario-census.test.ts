import fc from 'fast-check';
import { ScenarioCensus } from '../../../harness/records/scenario-census.js';
import { fingerprintScenario } from '../../../harness/workers/test-behaviours.js';
import { LITMUS_NAMES } from '../../../transactions/litmus.js';
import { createSmallDraw, createSmallScenario } from '../../transactions/support/scenarios.js';

function countRepeats(fingerprints: readonly number[]) {
  const census = new ScenarioCensus();
  for (const fingerprint of fingerprints) census.add(fingerprint);
  return census.countRepeats();
}

describe('the fingerprint of a scenario', () => {
  it('depends on the scene but not on the schedule or the test', () => {
    const scenario = createSmallScenario();
    const sameScene = { ...scenario, name: 'other', schedule: { strategy: 'random' as const, seed: '0x2' } };
    expect(fingerprintScenario(sameScene)).toBe(fingerprintScenario(scenario));
    const [program] = scenario.programs;
    const [object] = scenario.memory;
    const others = [
      { ...scenario, chip: 'navi22' as const },
      { ...scenario, programs: [{ ...program!, words: [1] }] },
      { ...scenario, memory: [{ ...object!, initial: [9] }] },
      { ...scenario, draws: [createSmallDraw({ vertices: [0, 0, 4096, 0, 0, 4097] })] },
    ];
    expect(new Set([scenario, ...others].map(fingerprintScenario)).size).toBe(5);
  });

  it('is negative for tiny scenes and for the fixed scenes of litmus cells', () => {
    const largeScenario = createSmallScenario({ draws: Array.from({ length: 5 }, () => createSmallDraw()) });
    expect(fingerprintScenario(createSmallScenario())).toBeLessThan(0);
    expect(fingerprintScenario(largeScenario)).toBeGreaterThan(0);
    expect(fingerprintScenario({ ...largeScenario, litmus: LITMUS_NAMES[0]! })).toBeLessThan(0);
  });
});

describe('the census of scenarios', () => {
  it('counts repeats but excuses repeats of tiny scenes', () => {
    const tinyScenes = Array.from({ length: 10 }, () => -5);
    expect(countRepeats([...tinyScenes, 1, 2, 3])).toEqual({
      scenarios: 13,
      repeated: 9,
      unexplained: 0,
      excessive: false,
    });
  });

  it('detects a generator that ignores its seed', () => {
    expect(countRepeats([7, 7, 7, 7, 8, 9])).toMatchObject({ repeated: 3, unexplained: 3, excessive: true });
  });

  it('tolerates a few repeats in a long run', () => {
    const different = Array.from({ length: 1000 }, (_, i) => i + 10);
    expect(countRepeats([...different, 7, 7, 7, 7])).toMatchObject({ unexplained: 3, excessive: false });
  });

  it('is independent of order, and estimates the repeat rate of long runs in bounded memory', () => {
    const fingerprints = Array.from(
      { length: 150_000 },
      (_, i) => 1 + (((i >> 1) * 2_654_435_761) % 2 ** 40),
    );
    const forwards = countRepeats(fingerprints);
    expect(countRepeats(fingerprints.toReversed())).toEqual(forwards);
    expect(forwards.scenarios).toBeLessThanOrEqual(2 * (1 << 16));
    expect(forwards.repeated / forwards.scenarios).toBeCloseTo(0.5, 2);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 })), (values) => {
        expect(countRepeats(values).repeated).toBe(values.length - new Set(values).size);
      }),
    );
  });
});
