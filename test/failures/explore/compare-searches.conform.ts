import { expect, it } from 'vitest';
import { chipOf, GENERATIONS, getOrderingGeneration } from '../../../arch/index.js';
import { COMPARED_SCENES, getSceneName } from '../../../failures/explore/compared-scenes.js';
import { explore } from '../../../failures/explore/explore.js';
import { RaceSearch } from '../../../failures/explore/race-search.js';
import { sceneToScenario } from '../../../failures/explore/scene-to-explore.js';
import { BlindTable } from './support/blind-table.js';
import { EVERY_ORDER, toOutcome } from './support/every-order.js';

const BUDGET_MS = 600_000;
const MAX_STATES = 1_000_000;

/** The scenes that are searched again: one without faults per generation, and one with a fault. */
const RERUN_SCENES = /^rmw_buffer (?:\S+ AA|vega10 AA F51)$/;

const findScene = (name: string) => COMPARED_SCENES.find((scene) => getSceneName(scene) === name)!;
const findRow = (name: string) => EVERY_ORDER.find(({ scene }) => scene === name)!;

it('stores the result of both searches for every scene behind a "complete" claim, on every ordering generation', () => {
  expect(EVERY_ORDER.map(({ scene }) => scene)).toEqual(COMPARED_SCENES.map(getSceneName));
  expect(EVERY_ORDER.length).toBeGreaterThanOrEqual(12);
  const orderings = new Set(GENERATIONS.map(getOrderingGeneration));
  expect(new Set(COMPARED_SCENES.map(({ chip }) => getOrderingGeneration(chipOf(chip).gfx)))).toEqual(
    orderings,
  );
  expect(new Set(COMPARED_SCENES.map(({ test }) => test)).size).toBeGreaterThan(2);
  // Comparing only empty sets would prove little.
  expect(EVERY_ORDER.filter(({ signatures }) => signatures.length > 0).length).toBeGreaterThan(2);
  expect(EVERY_ORDER.filter(({ memories }) => memories.length > 1).length).toBeGreaterThan(1);
});

it.each(EVERY_ORDER.filter(({ scene }) => RERUN_SCENES.test(scene)))(
  'finds the same outcomes for $scene with the reduced and the exhaustive search',
  ({ scene, signatures, memories }) => {
    const found = explore(sceneToScenario(findScene(scene)), { ms: BUDGET_MS });
    expect(found.exhausted).toBe(true);
    expect(toOutcome(found)).toEqual({ signatures, memories });
  },
);

it('misses a final memory state when the footprint omits a conflict', () => {
  const name = 'rmw_buffer vega10 AA F46';
  const { signatures, memories } = findRow(name);
  const found = explore(sceneToScenario(findScene(name)), {
    ms: BUDGET_MS,
    search: new RaceSearch(MAX_STATES, new BlindTable('word')),
  });
  expect(found.exhausted).toBe(true);
  expect(toOutcome(found)).not.toEqual({ signatures, memories });
});
