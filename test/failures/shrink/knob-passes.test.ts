import type { FailingCase } from '../../../failures/shrink/failure-probe.js';
import { delayYoungerPrimitive, separateWaves, tightenLimits } from '../../../failures/shrink/passes.js';
import { KNOBS, type Scenario } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

/** Creates a failing case with only the parts that the passes use. */
const makeCase = (scenario: Scenario): FailingCase => ({ scenario }) as unknown as FailingCase;

/** Creates a failing case whose primitives each have their own wave and cover the violating pixel. */
function makeCaseAt(scenario: Scenario, pixel: readonly [number, number]): FailingCase {
  const formed = scenario.draws[0]!.depths.map((_, primitive) => ({
    wave: primitive,
    draw: 0,
    quadCount: 1,
    quads: Int32Array.of(pixel[0] & ~1, pixel[1] & ~1, primitive, -1, -1, 0),
  }));
  const violation = { rule: 'ORD-04', place: { wave: 0, otherWave: 1, pixel }, observed: '', steps: [] };
  const result = { verdict: { violations: [violation] } };
  return { scenario, result, waves: { formed } } as unknown as FailingCase;
}

/** Creates a scenario with one draw of the given number of primitives. */
function makeScenario(count: number): Scenario {
  const scenario = createSmallScenario();
  const [draw] = scenario.draws;
  const repeatValues = <T>(values: readonly T[]): T[] => Array.from({ length: count }, () => values).flat();
  const [depth] = draw!.depths;
  const single = { ...draw!, vertices: draw!.vertices.slice(0, 6), attributes: 0, parameters: [] };
  return {
    ...scenario,
    draws: [{ ...single, vertices: repeatValues(single.vertices), depths: repeatValues([depth!]) }],
  };
}

test('limits are tightened as far as possible, first all at once, then one by one', () => {
  const scenario = createSmallScenario();
  const [tightest, ...others] = tightenLimits(makeCase(scenario));
  expect(tightest!.freedoms).toMatchObject({ idWrap: 7, idWindow: 2, waveSlots: 1, primitivesPerWave: 1 });
  for (const { freedoms } of others) {
    const changed = Object.keys(KNOBS).filter(
      (name) => `${freedoms[name as 'idWrap']}` !== `${scenario.freedoms[name as 'idWrap']}`,
    );
    expect(changed.filter((name) => name !== 'idStart')).toHaveLength(1);
  }
  expect([...tightenLimits(makeCase(tightest!))]).toEqual([]);
});

test('the first id keeps its distance from wraparound when ids wrap earlier', () => {
  const scenario = createSmallScenario();
  const { freedoms } = scenario;
  const nearWrap = { ...scenario, freedoms: { ...freedoms, idWrap: 1023, idStart: 1020 } };
  const [tightest] = tightenLimits(makeCase(nearWrap));
  expect(tightest!.freedoms).toMatchObject({ idWrap: 7, idStart: 4 });
});

test('small numbers of primitives, each in its own wave, are tried once, pairs first', () => {
  const candidates = [...separateWaves(makeCase(makeScenario(8)))];
  const sizes = candidates.map(({ draws }) => draws[0]!.depths.length);
  expect(sizes.slice(0, 6)).toEqual([2, 2, 2, 2, 4, 4]);
  expect(candidates.every(({ freedoms }) => freedoms.primitivesPerWave === 1)).toBe(true);
  expect([...separateWaves(makeCase(candidates[0]!))]).toEqual([]);
});

test('tries pairs of primitives in which the younger one covers the violating pixel after all its other pixels', () => {
  const scenario = makeScenario(5);
  const candidates = [...delayYoungerPrimitive(makeCaseAt(scenario, [9, 6]))];
  expect(candidates.length).toBeGreaterThan(2);
  for (const { draws } of candidates) {
    const [oldest, youngest] = [draws[0]!.vertices.slice(0, 6), draws[0]!.vertices.slice(6)];
    expect(draws[0]!.depths).toHaveLength(2);
    expect(oldest).toEqual(scenario.draws[0]!.vertices.slice(0, 6));
    const [centre, bottom] = [youngest[2]! - 64, Math.max(youngest[1]!, youngest[5]!)];
    expect([centre, bottom]).toEqual([9 * 256 + 128, 6 * 256 + 256]);
    expect(youngest[0]).toBeLessThan(centre - 256);
  }
  expect([...delayYoungerPrimitive(makeCaseAt(makeScenario(2), [9, 6]))]).toEqual([]);
});
