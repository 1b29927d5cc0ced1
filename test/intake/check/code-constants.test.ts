import { checkText } from './support/check-text.js';

/** A program that takes a different path unless the second word after its code is 0x1234567. */
const LINES = [
  's_getpc_b64 s[8:9]',
  's_add_u32 s8, s8, 0x50',
  's_addc_u32 s9, s9, 0',
  's_load_b32 s10, s[8:9], 0x4',
  's_waitcnt lgkmcnt(0)',
  's_cmp_eq_u32 s10, 0x1234567',
  's_cbranch_scc0 wrong',
  's_wait_event 0x0',
  'v_mov_b32_e32 v1, 0',
  'exp mrt0 off, off, off, off done',
  's_endpgm',
  'wrong:',
  'buffer_store_b32 v1, off, s[0:3], 0',
  's_nop 0',
  'exp mrt0 off, off, off, off done',
  's_endpgm',
];

/** Returns the offsets of the blocks that no wave ran and, if the program is not judged, the reason. */
function findUnexecutedBlocks(...data: readonly string[]) {
  const args = [
    { name: 'buffer_descriptor[0]', file: 's', reg: 0, size: 4 },
    { name: 'prim_mask', file: 's', reg: 4, size: 1 },
  ];
  const { reason, value } = checkText({
    text: [...LINES, ...data].join('\n'),
    state: { chip: 'navi31', wave: 32, args },
  });
  return { reason, notRun: value.paths?.notRun };
}

it('constants after the code are read where the program expects them', () => {
  const { reason, notRun: blocks } = findUnexecutedBlocks('.long 0x40490fdb', '.long 0x1234567');
  expect({ reason, blocks }).toEqual({ reason: expect.stringContaining('is never taken'), blocks: [60] });
  expect(findUnexecutedBlocks('.long 0x1234567', '.long 0x40490fdb')).toMatchObject({ notRun: [40] });
});
