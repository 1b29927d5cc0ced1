import { type ChipName, chipOf, getInstructionSet } from '../../../arch/index.js';
import { OriginFinder, toInputKey } from '../../../stimulus/given/value-origins.js';
import { decodeSource } from '../../arch/support/machine.js';

/** Returns where the last instruction's operands come from. */
function traceOrigins(chip: ChipName, ...lines: readonly string[]) {
  const set = getInstructionSet(chipOf(chip));
  const { instructions } = decodeSource(lines.join('\n'), set, 64);
  const { inputs, constants, descriptors } = new OriginFinder(instructions).findOrigins(instructions.at(-1)!);
  return [[...inputs], [...constants], [...descriptors]];
}

it('OriginFinder traces a comparison back to an input component, through conversions', () => {
  const gfx9Lines = ['v_interp_p1_f32_e32 v3, v0, attr2.y', 'v_interp_p2_f32_e32 v3, v1, attr2.y'];
  const conversion = ['v_cvt_u32_f32_e32 v5, v3', 'v_cmp_eq_u32_e32 vcc, 7, v5'];
  expect(traceOrigins('vega10', ...gfx9Lines, ...conversion)).toEqual([[toInputKey(2, 1)], [], []]);
  const gfx11Lines = ['lds_param_load v4, attr2.y', 'v_interp_p10_f32 v3, v4, v0, v4 wait_exp:0'];
  expect(traceOrigins('navi31', ...gfx11Lines, ...conversion)).toEqual([[toInputKey(2, 1)], [], []]);
});

it('OriginFinder traces a comparison back to words of constant buffers, and to the descriptor of a load', () => {
  const loads = [
    's_load_dwordx8 s[8:15], s[2:3], 0x40',
    's_buffer_load_dwordx2 s[20:21], s[24:27], 0x10',
    'image_load v6, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm',
    'v_add_nc_u32_e32 v7, s21, v6',
  ];
  expect(traceOrigins('navi21', ...loads, 'v_cmp_lt_u32_e32 vcc, 3, v7')).toEqual([[], [5], [0x40]]);
  expect(traceOrigins('navi21', ...loads, 'v_mov_b32_e32 v7, 0', 'v_cmp_lt_u32_e32 vcc, 3, v8')).toEqual([
    [],
    [],
    [],
  ]);
});
