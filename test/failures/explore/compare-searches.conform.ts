import { chipOf, GENERATIONS, getOrderingGeneration } from '../../../arch/index.js';
import { COMPARED_SCENES, getSceneName } from '../../../failures/explore/compared-scenes.js';
import { explore } from '../../../failures/explore/explore.js';
import { RaceSearch } from '../../../failures/explore/race-search.js';
import { sceneToScenario } from '../../../failures/explore/scene-to-explore.js';
import { LossyTable } from './support/blind-table.js';
import { STORED_OUTCOMES, toOutcome } from './support/stored-outcomes.js';

const BUDGET_MS = 600_000;
const MAX_STATES = 1_000_000;

/** The scenes to search again: one fault-free scene per generation, and one with a fault. */
const RERUN_SCENES = /^rmw_buffer (?:\S+ AA|vega10 AA F51)$/;

const findScene = (name: string) => COMPARED_SCENES.find((scene) => getSceneName(scene) === name)!;
const findRow = (name: string) => STORED_OUTCOMES.find(({ scene }) => scene === name)!;

it('the stored outcomes of both searches cover every scene behind a "complete" claim, on every ordering generation', () => {
  expect(STORED_OUTCOMES.map(({ scene }) => scene)).toEqual(COMPARED_SCENES.map(getSceneName));
  expect(STORED_OUTCOMES.length).toBeGreaterThanOrEqual(12);
  const orderings = new Set(GENERATIONS.map(getOrderingGeneration));
  expect(new Set(COMPARED_SCENES.map(({ chip }) => getOrderingGeneration(chipOf(chip).gfx)))).toEqual(
    orderings,
  );
  expect(new Set(COMPARED_SCENES.map(({ test }) => test)).size).toBeGreaterThan(2);
  // Comparing only empty sets would prove little.
  expect(STORED_OUTCOMES.filter(({ signatures }) => signatures.length > 0).length).toBeGreaterThan(2);
  expect(STORED_OUTCOMES.filter(({ memories }) => memories.length > 1).length).toBeGreaterThan(1);
});

it.each(STORED_OUTCOMES.filter(({ scene }) => RERUN_SCENES.test(scene)))(
  'finds the same outcomes for $scene with the reduced and the exhaustive search',
  async ({ scene, signatures, memories }) => {
    const found = await explore(sceneToScenario(findScene(scene)), { ms: BUDGET_MS });
    expect(found.exhausted).toBe(true);
    expect(toOutcome(found)).toEqual({ signatures, memories });
  },
);

it('misses a final memory state when the footprint omits a conflict', async () => {
  const name = 'rmw_buffer vega10 AA F46';
  const { signatures, memories } = findRow(name);
  const found = await explore(sceneToScenario(findScene(name)), {
    ms: BUDGET_MS,
    search: new RaceSearch(MAX_STATES, new LossyTable('word')),
  });
  expect(found.exhausted).toBe(true);
  expect(toOutcome(found)).not.toEqual({ signatures, memories });
});
