import { type ChipName, chipOf } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { decodeSource } from '../../arch/support/machine.js';
import { buildScene, getTransactions } from '../support/run-program.js';

/**
 * Returns the byte offsets of a program's instructions, and of those reported as issued, in order. The end of the
 * program has its own transaction and is omitted.
 */
function collectIssuedOffsets(chip: ChipName, source: string) {
  const { gfx } = chipOf(chip);
  const { instructions } = decodeSource(source, gfx, 64);
  const offsets = instructions.slice(0, -1).map(({ pc }) => pc);
  const reports = getTransactions(buildScene(source, { chip }), 'instructions-issued').flatMap(
    ({ first, last }) => offsets.slice(offsets.indexOf(first), offsets.indexOf(last) + 1),
  );
  return { offsets, reports };
}

it.each<[string, ChipName, string]>([
  ['polls', 'navi21', 's_add_i32 s4, src_pops_exiting_wave_id, s0'],
  ['a parameter read', 'navi31', 'lds_param_load v0, attr0.x wait_vdst:0'],
  ['an LDS access', 'navi21', 'ds_write_b32 v0, v0'],
  ['a cache invalidation', 'navi21', 's_dcache_inv'],
  ['an interpolation that waits', 'navi31', 'v_interp_p10_f32 v0, v1, v2, v3 wait_exp:0'],
  ['a hardware register', 'navi21', 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0'],
  ['a barrier', 'navi21', 's_barrier'],
  ['a GDS access', 'navi21', 'ds_write_b32 v0, v0 gds'],
  ['a scalar load', 'navi21', 's_mov_b32 s0, 0x100000\ns_mov_b32 s1, 0\ns_load_dword s4, s[0:1], 0x0'],
  ['an export', 'navi21', 'exp null off, off, off, off'],
  [
    'a jump to the next instruction',
    'navi21',
    's_getpc_b64 s[2:3]\ns_add_u32 s2, s2, 12\ns_addc_u32 s3, s3, 0\ns_setpc_b64 s[2:3]',
  ],
])('reports every instruction of a program with %s once, in order', (_, chip, instruction) => {
  const { offsets, reports } = collectIssuedOffsets(
    chip,
    `s_mov_b32 s0, 1\n${instruction}\nv_mov_b32 v3, 0\ns_endpgm`,
  );
  expect(reports).toEqual(offsets);
});

const WAITS = `
  s_mov_b32 s0, 0x100000
  s_mov_b32 s1, 0
  s_load_dword s4, s[0:1], 0x0
  s_mov_b32 s6, 1
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s7, s4
  s_load_dword s4, s[0:1], 0x4
  s_waitcnt lgkmcnt(0)
  s_endpgm`;

const LOOPS = `
  s_mov_b32 s0, 3
again:
  s_sub_u32 s0, s0, 1
  s_cmp_lg_u32 s0, 0
  s_cbranch_scc1 again
  s_endpgm`;

it.each([
  ['waits for its loads', WAITS, 8],
  ['runs a loop', LOOPS, 10],
  ['is stuck in a loop (up to its backward branch)', 's_nop 0\nagain:\ns_nop 0\ns_branch again\ns_endpgm', 2],
])('counts every instruction but the final one exactly once when a wave %s', (_, source, instructions) => {
  for (const draws of [1, 3])
    expect(runScenario(buildScene(source, { draws }), null).instructions).toBe(draws * instructions);
});

it('reports a wait when it ends, and not among the issued instructions', () => {
  const { offsets, reports } = collectIssuedOffsets('navi21', WAITS);
  const waits = getTransactions(buildScene(WAITS), 'wait-done').map(({ pc }) => pc);
  expect(waits).toHaveLength(2);
  expect(reports).toEqual(offsets.filter((pc) => !waits.includes(pc)));
});
