import { describe, expect, test } from 'vitest';
import { CHIP_NAMES, chipOf } from '../../../arch/chips.js';
import {
  assembleProgram,
  decodeProgram,
  getInstructionSet,
  printInstruction,
  type WaveState,
} from '../../../arch/index.js';
import { execute, getFloats, setFloats } from '../support/machine.js';

function printOn(chip: (typeof CHIP_NAMES)[number], words: readonly number[]): string | undefined {
  const set = getInstructionSet(chipOf(chip));
  const [instruction] = decodeProgram(words, set, 64).instructions;
  return instruction.kind === 'illegal' ? undefined : printInstruction(instruction, set, 64);
}

describe('instructions that exist only on some chips of a generation', () => {
  test.each([
    ['vega10', 'v_mad_mix_f32 v1, v2, v3, v4'],
    ['raven', 'v_mad_mix_f32 v1, v2, v3, v4'],
    ['renoir', 'v_mad_mix_f32 v1, v2, v3, v4'],
    ['vega12', 'v_fma_mix_f32 v1, v2, v3, v4'],
    ['vega20', 'v_fma_mix_f32 v1, v2, v3, v4'],
  ] as const)('the mixed-precision word decodes on %s as %s', (chip, text) => {
    expect(printOn(chip, [0xd3a00001, 0x04120702])).toBe(text);
  });

  test.each([
    ['v_fmac_f32_e32 v1, v2, v3', 'gfx906', ['vega20']],
    ['v_xnor_b32_e32 v1, v2, v3', 'gfx906', ['vega20']],
    ['v_dot4_i32_i8 v1, v2, v3, v4', 'gfx906', ['vega20']],
    ['v_dot4_i32_i8 v1, v2, v3, v4', 'gfx10', ['navi12', 'navi14']],
    ['v_dot2_f32_f16 v1, v2, v3, v4', 'gfx10', ['navi12', 'navi14']],
    ['v_dot2c_f32_f16 v1, v2, v3', 'gfx10', ['navi12', 'navi14']],
    ['v_dot4c_i32_i8 v1, v2, v3', 'gfx10', ['navi12', 'navi14']],
  ] as const)('%s, as assembled for %s, is legal only on %j', (text, set, chips) => {
    const words = assembleProgram(text, set);
    const { gfx } = chipOf(chips[0]);
    expect(
      CHIP_NAMES.filter((chip) => chipOf(chip).gfx === gfx && printOn(chip, words) !== undefined),
    ).toEqual(chips);
  });

  test.each([
    ['gfx900', 'v_mad_mix_f32', 0],
    ['gfx904', 'v_fma_mix_f32', 2 ** -24],
    ['gfx906', 'v_fma_mix_f32', 2 ** -24],
  ] as const)('on %s, %s leaves a rounding difference of %d', (set, name, difference) => {
    const sources = [1 + 2 ** -12, 1 + 2 ** -12, -(1 + 2 ** -11)];
    const prepare = (state: WaveState) => {
      for (const [i, value] of sources.entries()) setFloats(state, i, () => value);
    };
    expect(getFloats(execute(`${name} v3, v0, v1, v2`, prepare, set, 64), 3)[0]).toBe(difference);
  });
});
