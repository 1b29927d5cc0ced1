import { join } from 'node:path';
import { findCurrentProofs } from '../../../closure/testplan/testplan.js';
import {
  getProofFile,
  makeProof,
  PROOF_SCENES,
  type Proof,
  writeProofs,
} from '../../../failures/explore/proofs.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const result = { complete: true, bounded: [], runs: 1, states: 2, findings: [] };
const proof = makeProof(PROOF_SCENES[0]!, result as never);
const { code: _, ...withoutCode } = proof;

it.each<[text: string, proofs: Proof, faults: readonly 'F46'[], count: number]>([
  ['this code', proof, [], 1],
  ['this code at another commit, whose changes are documents', { ...proof, commit: '0'.repeat(12) }, [], 1],
  ['this code outside git', { ...proof, commit: null }, [], 1],
  ['changed code at this commit', { ...proof, code: '0'.repeat(16) }, [], 0],
  ['unknown code at this commit', withoutCode, [], 0],
  ['another model', { ...proof, model: proof.model + 1 }, [], 0],
  ['this code, for a run with a fault', proof, ['F46'], 0],
])('a proof of %s', (_text, made, faults, count) => {
  const request = { overrides: { ...NO_OVERRIDES, faults }, outDir: join(createTempFolder(), 'none') };
  expect(findCurrentProofs([{ request: request as never }], [made])).toHaveLength(count);
});

it('proofs beside a run count, wherever it lies, one for each scene', () => {
  const outDir = join(createTempFolder(), 'run');
  writeProofs([{ ...proof, complete: false }, proof], getProofFile(outDir));
  const request = { overrides: NO_OVERRIDES, outDir };
  expect(
    findCurrentProofs([{ request: request as never }]).filter(({ scene }) => scene === proof.scene),
  ).toEqual([proof]);
});
