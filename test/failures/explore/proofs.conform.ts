import { expect, it } from 'vitest';
import { getSceneName } from '../../../failures/explore/compared-scenes.js';
import { formatProofs } from '../../../failures/explore/proof-lines.js';
import { makeProof, PROOF_SCENES, type Proof, readProofs } from '../../../failures/explore/proofs.js';
import { MODEL_VERSION } from '../../../transactions/index.js';

const proofs = readProofs();

it('has a stored result for every listed scene, in order', () => {
  expect(proofs.map(({ scene }) => scene)).toEqual(PROOF_SCENES.map(getSceneName));
});

it('has no failing scenes, and gives limits only for incomplete searches', () => {
  expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
  expect(proofs.map(({ complete, bounded }) => complete === (bounded.length === 0))).not.toContain(false);
});

const [proof] = proofs as [Proof];
const renderLine = (changes: Partial<Proof>): string =>
  formatProofs([{ ...proof, runs: 1, states: 2, date: '2026-11-23', commit: null, ...changes }])[0]!;

it('reports "complete" only if the search completed, and otherwise gives the limit and the failures', () => {
  expect(renderLine({ complete: true, bounded: [], findings: [] })).toBe(
    'rmw_buffer vega10 AAA: the search of all event orders is complete (1 run, 2 states; 2026-11-23)',
  );
  expect(renderLine({ complete: false, bounded: ['time ran out'], findings: ['ORD-06 spi'] })).toBe(
    'rmw_buffer vega10 AAA: the search of all event orders is incomplete (1 run, 2 states; time ran out; failed with ORD-06 spi; 2026-11-23)',
  );
});

it('records the model version of a search', () => {
  const result = { complete: true, bounded: [], runs: 1, states: 2, findings: [] };
  expect(makeProof(PROOF_SCENES[0]!, result as never)).toMatchObject({ model: MODEL_VERSION });
});
