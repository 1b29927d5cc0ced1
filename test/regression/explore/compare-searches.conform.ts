import { expect, it } from 'vitest';
import { chipOf, GENERATIONS, orderingGenerationOf } from '../../../arch/index.js';
import { compareSearches } from '../../../regression/explore/compare-searches.js';
import { COMPARED_SCENES, nameOfScene } from '../../../regression/explore/compared-scenes.js';
import { outcomeOf, readComparedSearches } from '../../../regression/explore/compared-searches.js';
import { explore } from '../../../regression/explore/explore.js';
import { scenarioOfScene } from '../../../regression/explore/scene-to-explore.js';
import { BlindTable } from './support/blind-table.js';

const MS = 120_000;

/** Scenes that are searched again here: a clean one of each generation. All others are compared by `npm run bench -- searches` alone. */
const SEARCHED_AGAIN = /^rmw_buffer \S+ AA$/;

const rows = readComparedSearches();
const compared = (name: string) => COMPARED_SCENES.find((scene) => nameOfScene(scene) === name)!;
const rowOf = (name: string) => rows.find(({ scene }) => scene === name)!;

it('the searches were compared in each scene on which "complete" rests: twelve or more, of every generation that orders in its own way', () => {
  expect(rows.map(({ scene }) => scene)).toEqual(COMPARED_SCENES.map(nameOfScene));
  expect(rows.length).toBeGreaterThanOrEqual(12);
  const orderings = new Set(GENERATIONS.map(orderingGenerationOf));
  expect(new Set(COMPARED_SCENES.map(({ chip }) => orderingGenerationOf(chipOf(chip).gfx)))).toEqual(
    orderings,
  );
  expect(new Set(COMPARED_SCENES.map(({ test }) => test)).size).toBeGreaterThan(2);
  // Equal sets of nothing would say little.
  expect(rows.filter(({ signatures }) => signatures.length > 0).length).toBeGreaterThan(2);
  expect(rows.filter(({ memories }) => memories.length > 1).length).toBeGreaterThan(1);
});

it.each(rows.filter(({ scene }) => SEARCHED_AGAIN.test(scene)))(
  'the reduced search of $scene still finds what the search of every order found',
  ({ scene, signatures, memories }) => {
    const found = explore(scenarioOfScene(compared(scene)), { ms: MS });
    expect(found.exhausted).toBe(true);
    expect(outcomeOf(found)).toEqual({ signatures, memories });
  },
);

it('both searches of two waves with a fault find the same, and the reduced one takes fewer runs', () => {
  const { reduced, whole, differences } = compareSearches(compared('rmw_buffer vega10 AA F51'), MS);
  expect(differences).toEqual([]);
  expect(whole.findings.length).toBeGreaterThan(0);
  expect(reduced.runs).toBeLessThan(whole.runs / 5);
});

it('a footprint that overlooks a conflict loses a final memory, which the comparison sees', () => {
  const name = 'rmw_buffer vega10 AA F46';
  const { signatures, memories } = rowOf(name);
  const found = explore(scenarioOfScene(compared(name)), { ms: MS, table: new BlindTable('word') });
  expect(found.exhausted).toBe(true);
  expect(outcomeOf(found)).not.toEqual({ signatures, memories });
});
