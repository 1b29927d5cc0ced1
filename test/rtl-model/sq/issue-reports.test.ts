import { expect, it } from 'vitest';
import { assembleProgram, type ChipName, chipOf, decodeProgram } from '../../../arch/index.js';
import { heard, programScene } from '../support/run-program.js';

/** Byte offsets of a program's instructions but for its end, which is told of itself, and of those told as issued, in order. */
function issued(chip: ChipName, source: string) {
  const { gfx } = chipOf(chip);
  const { instructions } = decodeProgram(assembleProgram(source, gfx), gfx, 64);
  const all = instructions.slice(0, -1).map(({ pc }) => pc);
  const told = heard(programScene(source, { chip }), 'instructions-issued').flatMap(({ first, last }) =>
    all.slice(all.indexOf(first), all.indexOf(last) + 1),
  );
  return { all, told };
}

it.each<[string, ChipName, string]>([
  ['polls', 'navi21', 's_add_i32 s4, src_pops_exiting_wave_id, s0'],
  ['a parameter read', 'navi31', 'lds_param_load v0, attr0.x wait_vdst:0'],
  ['an access to local data', 'navi21', 'ds_write_b32 v0, v0'],
  ['an emptied cache', 'navi21', 's_dcache_inv'],
])('every instruction of a program with %s is told once, in order', (_, chip, instruction) => {
  const { all, told } = issued(chip, `s_mov_b32 s0, 1\n${instruction}\nv_mov_b32 v3, 0\ns_endpgm`);
  expect(told).toEqual(all);
});
