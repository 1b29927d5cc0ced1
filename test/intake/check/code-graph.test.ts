import { chipOf, getInstructionSet } from '../../../arch/index.js';
import { findReachable } from '../../../intake/check/path-coverage.js';
import { decodeSource } from '../../arch/support/machine.js';

const SET = getInstructionSet(chipOf('navi31'));

/** Returns whether the second-to-last instruction can be reached. */
function isReached(...lines: readonly string[]): boolean {
  const text = [...lines, 's_nop 0', 'end:', 's_endpgm'].join('\n');
  const program = decodeSource(text, SET);
  return findReachable(program).has(program.instructions.length - 2);
}

it('a path with no active lanes does not continue past a branch that requires them', () => {
  expect(isReached('s_and_saveexec_b32 s2, 0', 's_cbranch_execz end')).toBe(false);
  expect(isReached('s_mov_b32 exec_lo, 0', 's_cbranch_execz end')).toBe(false);
});

it('a path may continue if lanes may be active or another path joins it', () => {
  expect(isReached('s_and_saveexec_b32 s2, s3', 's_cbranch_execz end')).toBe(true);
  expect(isReached('s_and_saveexec_b64 s[2:3], 0', 's_cbranch_execz end')).toBe(true);
  expect(isReached('s_cbranch_scc0 other', 's_and_saveexec_b32 s2, 0', 'other:', 's_cbranch_execz end')).toBe(
    true,
  );
});
