import { join } from 'node:path';
import {
  describeDisproof,
  formatProofs,
  makeProof,
  PROOF_SCENES,
  type Proof,
  readProofs,
  writeProofs,
} from '../../../failures/explore/proofs.js';
import { proveDueScenes } from '../../../failures/explore/prove-scenes.js';
import { MODEL_VERSION } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const result = { complete: true, bounded: [], runs: 1, states: 2, findings: [] };
const proof = makeProof(PROOF_SCENES[0]!, result as never);

it('stores results, and reads none if there is no file', () => {
  const file = join(createTempFolder(), 'out', 'proofs.json');
  expect(readProofs(file)).toEqual([]);
  writeProofs([proof], file);
  expect(readProofs(file)).toEqual([proof]);
});

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

it('says what repeats a search that found a failure', () => {
  expect(describeDisproof({ ...proof, findings: ['ORD-06 spi'] })).toBe(
    'an order of rmw_buffer vega10 AAA fails with ORD-06 spi: run "explore proofs"',
  );
});

it('records the model version of a search', () => {
  expect(proof).toMatchObject({ model: MODEL_VERSION });
});

describe('a nightly run', () => {
  const { signal } = new AbortController();
  const others = PROOF_SCENES.slice(1).map((scene) => makeProof(scene, result as never));

  it('searches what has no complete result for this code, and keeps the others', async () => {
    const file = join(createTempFolder(), 'proofs.json');
    const old = { ...proof, code: '0'.repeat(16), runs: 7 };
    writeProofs([...others, old], file);
    const starts: number[][] = [];
    const onStart = (...values: number[]) => void starts.push(values);
    const made = await proveDueScenes({ budgetMs: 60_000, signal, file, onStart });
    expect(starts).toEqual([[1, 60_000]]);
    expect(made.map(({ scene, complete }) => ({ scene, complete }))).toEqual([
      { scene: proof.scene, complete: true },
    ]);
    expect(readProofs(file)).toEqual([...others, ...made]);
  });

  it('begins no search without time for it', async () => {
    const file = join(createTempFolder(), 'proofs.json');
    expect(await proveDueScenes({ budgetMs: 900, signal, file })).toEqual([]);
    expect(readProofs(file)).toEqual([]);
  });
});
