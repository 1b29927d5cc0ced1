import { SCALAR } from '../../../../arch/index.js';
import { findLiveScalars } from '../../../../checkers/evidence/static/liveness.js';
import { decodeSource } from '../../../arch/support/machine.js';

/** Returns the registers below s16 that are live before each instruction. */
function getLiveRegisters(text: string): number[][] {
  const decoded = decodeSource(text, 'gfx10', 64);
  return findLiveScalars(decoded).map((registers) => registers.filter((register) => register < 16));
}

test('a register is live from its write to its last read on any path', () => {
  const text = `
  s_mov_b32 s1, s0
  s_cbranch_scc1 other
  s_mov_b32 s2, s1
  s_branch over
other:
  s_mov_b32 s2, s3
over:
  s_mov_b32 s4, s2
  s_endpgm`;
  expect(getLiveRegisters(text)).toEqual([[0, 3], [1, 3], [1], [2], [3], [2], []]);
});

test("a register read in a loop's next iteration is live at the backward branch", () => {
  const text = `
again:
  s_add_i32 s1, s1, s2
  s_cbranch_scc1 again
  s_endpgm`;
  expect(getLiveRegisters(text)).toEqual([[1, 2], [1, 2], []]);
});

test('SCC is tracked like any register', () => {
  const decoded = decodeSource('s_cmp_eq_u32 s0, 0\n  s_cselect_b32 s1, s2, s3\n  s_endpgm', 'gfx10', 64);
  const sccLiveness = findLiveScalars(decoded).map((registers) => registers.includes(SCALAR.SCC));
  expect(sccLiveness).toEqual([false, true, false]);
});
