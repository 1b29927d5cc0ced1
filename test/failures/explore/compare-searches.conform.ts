import { expect, it } from 'vitest';
import { chipOf, GENERATIONS, orderingGenerationOf } from '../../../arch/index.js';
import { COMPARED_SCENES, nameOfScene } from '../../../failures/explore/compared-scenes.js';
import { explore } from '../../../failures/explore/explore.js';
import { RaceSearch } from '../../../failures/explore/race-search.js';
import { scenarioOfScene } from '../../../failures/explore/scene-to-explore.js';
import { BlindTable } from './support/blind-table.js';
import { EVERY_ORDER, outcomeOf } from './support/every-order.js';

const MS = 600_000;
const STATES = 1_000_000;

/** The scenes to search again here: a clean one per generation, and one with a fault. */
const SEARCHED_AGAIN = /^rmw_buffer (?:\S+ AA|vega10 AA F51)$/;

const sceneNamed = (name: string) => COMPARED_SCENES.find((scene) => nameOfScene(scene) === name)!;
const rowOf = (name: string) => EVERY_ORDER.find(({ scene }) => scene === name)!;

it('has the results of both searches for every scene that backs "complete", on every ordering generation', () => {
  expect(EVERY_ORDER.map(({ scene }) => scene)).toEqual(COMPARED_SCENES.map(nameOfScene));
  expect(EVERY_ORDER.length).toBeGreaterThanOrEqual(12);
  const orderings = new Set(GENERATIONS.map(orderingGenerationOf));
  expect(new Set(COMPARED_SCENES.map(({ chip }) => orderingGenerationOf(chipOf(chip).gfx)))).toEqual(
    orderings,
  );
  expect(new Set(COMPARED_SCENES.map(({ test }) => test)).size).toBeGreaterThan(2);
  // Comparing empty sets would prove little.
  expect(EVERY_ORDER.filter(({ signatures }) => signatures.length > 0).length).toBeGreaterThan(2);
  expect(EVERY_ORDER.filter(({ memories }) => memories.length > 1).length).toBeGreaterThan(1);
});

it.each(EVERY_ORDER.filter(({ scene }) => SEARCHED_AGAIN.test(scene)))(
  'finds in the reduced search of $scene what the exhaustive search found',
  ({ scene, signatures, memories }) => {
    const found = explore(scenarioOfScene(sceneNamed(scene)), { ms: MS });
    expect(found.exhausted).toBe(true);
    expect(outcomeOf(found)).toEqual({ signatures, memories });
  },
);

it('detects a footprint that misses a conflict, because a final memory is missing', () => {
  const name = 'rmw_buffer vega10 AA F46';
  const { signatures, memories } = rowOf(name);
  const found = explore(scenarioOfScene(sceneNamed(name)), {
    ms: MS,
    search: new RaceSearch(STATES, new BlindTable('word')),
  });
  expect(found.exhausted).toBe(true);
  expect(outcomeOf(found)).not.toEqual({ signatures, memories });
});
