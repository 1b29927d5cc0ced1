import { describe, expect, test } from 'vitest';
import { GENERATIONS } from '../../../arch/chips.js';
import { assembleProgram, decodeProgram, type Gfx } from '../../../arch/index.js';

/** Words that are not instructions in any generation. */
const DATA = [0xffff_ffff, 0x3f80_0000, 0xffff_fffe];

function decode(before: string, data: readonly number[], after: string, gfx: Gfx) {
  const words = [...assembleProgram(before, gfx), ...data, ...assembleProgram(after, gfx)];
  const program = decodeProgram(words, gfx, 64);
  return { words, program, kinds: program.instructions.map(({ kind }) => kind) };
}

describe.each(GENERATIONS)('on %s, data words', (gfx) => {
  test('are skipped after the end of a program', () => {
    const { program, kinds } = decode('s_nop 0\ns_endpgm', DATA, '', gfx);
    expect(kinds).toEqual(['nop', 'end']);
    expect([...program.indexByPc]).toEqual([0, 1, -1, -1, -1]);
  });

  test('are skipped between a branch and its target, and other instructions keep their pcs', () => {
    const { program, kinds } = decode('s_branch 3', DATA, 's_nop 1\ns_endpgm', gfx);
    expect(kinds).toEqual(['branch', 'nop', 'end']);
    expect(program.instructions.map(({ pc, index }) => [pc, index])).toEqual([
      [0, 0],
      [16, 1],
      [20, 2],
    ]);
    expect(program.instructions[0].target).toBe(1);
  });

  test('do not hide the code after them if there is an indirect jump', () => {
    const { program, kinds } = decode('s_setpc_b64 s[0:1]', DATA.slice(0, 1), 's_nop 1\ns_endpgm', gfx);
    expect(kinds).toEqual(['setpc', 'nop', 'end']);
    expect(program.indexByPc[2]).toBe(1);
  });

  test('are illegal if a path reaches them', () => {
    expect(decode('s_cbranch_scc0 1\ns_endpgm', DATA, '', gfx).kinds).toContain('illegal');
  });

  test('do not count towards the number of vector registers', () => {
    const { program } = decode(
      'v_mov_b32 v3, v1\ns_endpgm',
      assembleProgram('v_mov_b32 v9, v1', gfx),
      '',
      gfx,
    );
    expect(program.vgprs).toBe(4);
  });
});

test('a backward branch reaches earlier code', () => {
  const words = [0xbf82_0002, 0xbf80_0000, 0xbf81_0000, 0xbf82_fffd];
  expect(decodeProgram(words, 'gfx9', 64).instructions.map(({ kind }) => kind)).toEqual([
    'branch',
    'nop',
    'end',
    'branch',
  ]);
});

test('an instruction is illegal if another one starts in the middle of it', () => {
  const [literal, inner] = [0x8007_ff04, 0xbf81_0000];
  const { instructions } = decodeProgram([0xbf82_0001, literal, inner, 0xbf82_fffd], 'gfx9', 64);
  expect(instructions.map(({ kind }) => kind)).toEqual(['branch', 'end']);
  const overlapping = decodeProgram([0xbf84_0001, literal, inner], 'gfx9', 64).instructions;
  expect(overlapping.map(({ kind }) => kind)).toEqual(['illegal', 'alu']);
});
