import { assembleProgram } from '../../../arch/index.js';
import { describeArguments, describeUnloadedRegisters } from '../../../intake/check/register-locations.js';
import type { CorpusRecord } from '../../../stimulus/index.js';

const ARGS: CorpusRecord['abi']['args'] = [
  { name: 'buffer_descriptor[0]', file: 's', reg: 0, size: 4 },
  { name: 'width', file: 's', reg: 4, size: 1 },
  { name: 'prim_mask', file: 's', reg: 5, size: 1 },
  { name: 'pops_collision_wave_id', file: 's', reg: 6, size: 1 },
  { name: 'pos_fixed_pt', file: 'v', reg: 2, size: 1 },
];

function makeRecord(text: string): CorpusRecord {
  const words = assembleProgram(text, 'gfx10.3').map((word) => `0x${word.toString(16)}`);
  const abi = { args: ARGS, inputs: [], user_data: { s4: 'pc+8' } };
  return { chip: 'navi21', wave: 64, abi, instructions: [{ pc: 0, words }] } as unknown as CorpusRecord;
}

describe('unloaded registers', () => {
  it('are reported along with the arguments that the program never reads', () => {
    const text =
      's_mov_b32 m0, s5\nv_mov_b32 v0, s4\ns_load_dword s8, s[0:1], s2\ns_bitcmp1_b32 s7, 31\ns_add_i32 s0, s3, s8\ns_endpgm';
    expect(describeUnloadedRegisters(makeRecord(text))).toEqual([
      'the program reads s7, which nothing loads; pops_collision_wave_id is in s6, which it does not read',
    ]);
  });

  it('do not include registers that an argument or an earlier instruction loads on every path', () => {
    const text =
      's_bitcmp1_b32 s6, 31\ns_cbranch_scc0 a\ns_mov_b32 s9, 1\ns_branch b\na:\ns_mov_b32 s9, 2\nb:\nv_add_nc_u32 v2, v2, s9\ns_endpgm';
    expect(describeUnloadedRegisters(makeRecord(text))).toEqual([]);
    expect(describeUnloadedRegisters(makeRecord(text.replace('s_mov_b32 s9, 2', 's_nop 0')))[0]).toMatch(
      /^the program reads s9, /,
    );
  });

  it('do not include VGPRs if the program reads every VGPR argument', () => {
    expect(describeUnloadedRegisters(makeRecord('v_add_nc_u32 v2, v2, v9\ns_endpgm'))).toEqual([]);
    expect(describeUnloadedRegisters(makeRecord('v_add_nc_u32 v9, v3, v9\ns_endpgm'))).toEqual([
      'the program reads v3, v9, which nothing loads; pos_fixed_pt is in v2, which it does not read',
    ]);
  });
});

it('lists each argument with its registers and the value that the driver loads', () => {
  expect(describeArguments(makeRecord('s_endpgm'))).toEqual([
    's[0:3] buffer_descriptor[0]',
    's4 width = pc+8',
    's5 prim_mask',
    's6 pops_collision_wave_id',
    'v2 pos_fixed_pt',
  ]);
});
