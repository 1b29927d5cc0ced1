import { expect, test } from 'vitest';
import type { FailingCase } from '../../../failures/shrink/failure-probe.js';
import { lateSecond, separateWaves, tighterLimits } from '../../../failures/shrink/knob-passes.js';
import { KNOBS, type Scenario } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

/** A failing case with only what the passes use. */
const failing = (scenario: Scenario): FailingCase => ({ scenario }) as unknown as FailingCase;

/** A failing case with a violation at a pixel that every primitive covers, each in its own wave. */
function makeFailingCaseAt(scenario: Scenario, pixel: readonly [number, number]): FailingCase {
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

/** A scenario with one draw of the given number of primitives. */
function withPrimitives(count: number): Scenario {
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
  const [all, ...single] = tighterLimits(failing(scenario));
  expect(all!.freedoms).toMatchObject({ idWrap: 7, idWindow: 2, waveSlots: 1, primitivesPerWave: 1 });
  for (const { freedoms } of single) {
    const changed = Object.keys(KNOBS).filter(
      (name) => `${freedoms[name as 'idWrap']}` !== `${scenario.freedoms[name as 'idWrap']}`,
    );
    expect(changed.filter((name) => name !== 'idStart')).toHaveLength(1);
  }
  expect([...tighterLimits(failing(all!))]).toEqual([]);
});

test('the first id keeps its distance from wraparound when ids wrap earlier', () => {
  const scenario = createSmallScenario();
  const { freedoms } = scenario;
  const nearWrap = { ...scenario, freedoms: { ...freedoms, idWrap: 1023, idStart: 1020 } };
  const [all] = tighterLimits(failing(nearWrap));
  expect(all!.freedoms).toMatchObject({ idWrap: 7, idStart: 4 });
});

test('small numbers of primitives, each in its own wave, are tried once, pairs first', () => {
  const candidates = [...separateWaves(failing(withPrimitives(8)))];
  const sizes = candidates.map(({ draws }) => draws[0]!.depths.length);
  expect(sizes.slice(0, 6)).toEqual([2, 2, 2, 2, 4, 4]);
  expect(candidates.every(({ freedoms }) => freedoms.primitivesPerWave === 1)).toBe(true);
  expect([...separateWaves(failing(candidates[0]!))]).toEqual([]);
});

test('pairs of primitives are tried, with the violating pixel as the last one that the younger covers', () => {
  const scenario = withPrimitives(5);
  const candidates = [...lateSecond(makeFailingCaseAt(scenario, [9, 6]))];
  expect(candidates.length).toBeGreaterThan(2);
  for (const { draws } of candidates) {
    const [oldest, youngest] = [draws[0]!.vertices.slice(0, 6), draws[0]!.vertices.slice(6)];
    expect(draws[0]!.depths).toHaveLength(2);
    expect(oldest).toEqual(scenario.draws[0]!.vertices.slice(0, 6));
    const [centre, bottom] = [youngest[2]! - 64, Math.max(youngest[1]!, youngest[5]!)];
    expect([centre, bottom]).toEqual([9 * 256 + 128, 6 * 256 + 256]);
    expect(youngest[0]).toBeLessThan(centre - 256);
  }
  expect([...lateSecond(makeFailingCaseAt(withPrimitives(2), [9, 6]))]).toEqual([]);
});
