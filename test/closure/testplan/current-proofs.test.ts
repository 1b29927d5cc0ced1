import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findCurrentProofs } from '../../../closure/testplan/testplan.js';
import { makeProof, PROOF_SCENES, type Proof } from '../../../failures/explore/proofs.js';
import { readGitCheckout } from '../../../harness/basics/checked-out.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const root = join(createTempFolder(), 'clone');

function git(...args: string[]): void {
  const user = ['-c', 'user.name=t', '-c', 'user.email=t@localhost'];
  execFileSync('git', ['-C', root, ...user, ...args], { stdio: 'ignore' });
}

it('a proof applies only to runs of the code it was made with, without local changes or faults', () => {
  mkdirSync(root);
  writeFileSync(join(root, 'code.ts'), 'one');
  writeFileSync(join(root, 'package.json'), '{}');
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const { commit } = readGitCheckout(root);
  const result = { complete: true, bounded: [], runs: 1, states: 2, findings: [] };
  const proof: Proof = { ...makeProof(PROOF_SCENES[0]!, result as never), commit: commit!.slice(0, 12) };
  const countProofs = (...faults: 'F46'[]): number => {
    const request = { overrides: { ...NO_OVERRIDES, faults }, outDir: join(root, 'none') };
    return findCurrentProofs([{ request: request as never }], [proof], root).length;
  };
  expect([countProofs(), countProofs('F46')]).toEqual([1, 0]);
  expect(
    findCurrentProofs(
      [],
      [
        { ...proof, commit: null },
        { ...proof, commit: '123456789abc' },
      ],
      root,
    ),
  ).toEqual([]);
  // Documentation and tests do not count as code.
  writeFileSync(join(root, 'README.md'), 'one');
  git('add', '.');
  git('commit', '-q', '-m', 'second');
  expect(countProofs()).toBe(1);
  writeFileSync(join(root, 'new.ts'), '');
  expect(countProofs()).toBe(0);
  git('add', '.');
  git('commit', '-q', '-m', 'third');
  expect(countProofs()).toBe(0);
});
