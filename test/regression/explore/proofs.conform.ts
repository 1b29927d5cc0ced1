import { expect, it } from 'vitest';
import { nameOfScene } from '../../../regression/explore/compared-scenes.js';
import { PROOF_SCENES, proofOf, readProofs } from '../../../regression/explore/proofs.js';
import { proofLines } from '../../../report/index.js';

const proofs = readProofs();

it('has a stored result for each scene of the list, in its order', () => {
  expect(proofs.map(({ scene }) => scene)).toEqual(PROOF_SCENES.map(nameOfScene));
});

it('no scene of the list fails, and a complete one has no bound', () => {
  expect(proofs.flatMap(({ findings }) => findings)).toEqual([]);
  expect(proofs.map(({ complete, bounded }) => complete === (bounded.length === 0))).not.toContain(false);
});

it('a line says complete only of a search that ended so, and else the bound and the failures', () => {
  const explored = { complete: false, bounded: ['its time was over'], runs: 1, states: 2 };
  const findings = [{ signature: 'ORD-06 spi' }];
  const [bounded] = proofLines([proofOf(PROOF_SCENES[0]!, { ...explored, findings } as never)]);
  expect(bounded).toBe(
    'Bounded for rmw_buffer vega10 AAA: every order of events (1 run, 2 states; its time was over; fails: ORD-06 spi)',
  );
  const ended = { ...explored, complete: true, bounded: [], findings: [] };
  const [complete] = proofLines([proofOf(PROOF_SCENES[0]!, ended as never)]);
  expect(complete).toBe('Complete for rmw_buffer vega10 AAA: every order of events (1 run, 2 states)');
});
