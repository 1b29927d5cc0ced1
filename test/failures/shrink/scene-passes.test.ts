import type { FailingCase } from '../../../failures/shrink/failure-probe.js';
import { smallScenes } from '../../../failures/shrink/passes.js';
import { smallerPrimitives } from '../../../failures/shrink/structure-passes.js';
import { findContradiction, KNOBS, type Scenario, setting } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

/** Creates a failing case with two draws of `count` primitives that each have a wave and cover the violating pixel. */
function makeFailingCase(count: number): FailingCase {
  const scenario = createSmallScenario();
  const [draw] = scenario.draws;
  const repeatValues = <T>(values: readonly T[]): T[] => Array.from({ length: count }, () => values).flat();
  const plainDraw = { ...draw!, attributes: 0, parameters: [] };
  const largeDraw = {
    ...plainDraw,
    vertices: repeatValues(plainDraw.vertices.slice(0, 6)),
    depths: repeatValues([plainDraw.depths[0]!]),
  };
  const formed = Array.from({ length: 2 * count }, (_, wave) => ({
    wave,
    draw: wave < count ? 0 : 1,
    quadCount: 1,
    quads: Int32Array.of(8, 6, wave, -1, -1, 0),
  }));
  const violation = {
    rule: 'ORD-04',
    place: { wave: 1, otherWave: 2 * count - 1, pixel: [9, 6] },
    observed: '',
    steps: [],
  };
  return {
    scenario: { ...scenario, draws: [largeDraw, largeDraw] },
    size: { waves: 2 * count, primitives: 2 * count },
    result: { verdict: { violations: [violation] } },
    waves: { formed },
  } as unknown as FailingCase;
}

/** Returns the pixel that contains each primitive's first vertex, in submission order. */
function listCornerPixels({ draws }: Scenario): string[] {
  return draws.flatMap(({ vertices, depths }) =>
    depths.map((_, i) => `${vertices[6 * i]! / 256},${vertices[6 * i + 1]! / 256}`),
  );
}

test('larger cases shrink to 2 or 3 primitives at the violating pixel, with at most one moved within its tile', () => {
  const candidates = [...smallScenes(makeFailingCase(5))];
  expect(new Set(candidates.map((candidate) => listCornerPixels(candidate).join(' ')))).toEqual(
    new Set(['9,6 9,6', '9,6 13,6', '9,6 9,6 9,6', '9,6 13,6 9,6', '13,6 9,6 9,6']),
  );
  expect(candidates.map(findContradiction).filter((contradiction) => contradiction !== undefined)).toEqual(
    [],
  );
});

test('scenes inherit stale caches from the larger case', () => {
  const failing = makeFailingCase(5);
  const freedoms = { ...failing.scenario.freedoms, caches: setting('caches', 'stale') };
  const staleCase = { ...failing, scenario: { ...failing.scenario, freedoms } };
  const getCaches = (failing: FailingCase) => [
    ...new Set([...smallScenes(failing)].map((candidate) => candidate.freedoms.caches)),
  ];
  expect([getCaches(failing), getCaches(staleCase)]).toEqual([[KNOBS.caches.default], [1]]);
});

test('primitives are shrunk individually only if there are few of them', () => {
  const makeWideCase = (count: number): FailingCase => {
    const failing = makeFailingCase(count);
    const { scenario } = failing;
    const draws = scenario.draws.map((draw) => ({
      ...draw,
      vertices: draw.vertices.map((value) => 64 * value),
    }));
    return { ...failing, scenario: { ...scenario, draws } };
  };
  const jointCount = [...smallerPrimitives(makeWideCase(7))].length;
  expect([...smallerPrimitives(makeWideCase(6))].length).toBe(jointCount + 12);
});

test("the violation's oldest and youngest primitives stay in their own draws", () => {
  const [pair, ...others] = smallScenes(makeFailingCase(5));
  expect(pair!.draws.map(({ depths }) => depths.length)).toEqual([1, 1]);
  expect(others.at(-1)!.draws.map(({ depths }) => depths.length)).toEqual([2, 1]);
});

test('ids wrap within a scene, and launch timing, wave slots and export space are varied', () => {
  const candidates = [...smallScenes(makeFailingCase(5))].map(({ freedoms }) => freedoms);
  const { idWrap } = candidates[0]!;
  expect(new Set(candidates.map(({ idStart }) => idWrap - idStart))).toEqual(new Set([0, 1]));
  const timings = candidates.map(({ launchLatency, waveSlots, exportSpace }) =>
    [launchLatency, waveSlots, exportSpace].join(' '),
  );
  expect(new Set(timings)).toEqual(
    new Set([
      `2,12 64 ${KNOBS.exportSpace.default}`,
      `1,1 64 ${KNOBS.exportSpace.default}`,
      `1,1000 64 ${KNOBS.exportSpace.default}`,
      `1,1 2 ${KNOBS.exportSpace.default}`,
      '1,1000 64 2',
    ]),
  );
});

test('cases that are already as small as a scene yield no candidates', () => {
  const listSizes = (failing: FailingCase): number[] => [
    ...new Set([...smallScenes(failing)].map((candidate) => listCornerPixels(candidate).length)),
  ];
  const failing = makeFailingCase(5);
  expect(listSizes({ ...failing, size: { ...failing.size, waves: 3, primitives: 2 } })).toEqual([2]);
  expect(listSizes({ ...failing, size: { ...failing.size, waves: 2, primitives: 2 } })).toEqual([]);
});
