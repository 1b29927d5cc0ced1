import type { MemorySpace } from '../../../arch/index.js';
import { chipOf } from '../../../arch/index.js';
import { assembleWords } from '../../../stimulus/dialect/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const WORD = 'ds_max_rtn_i32 v1, v2, v3';
const PAIR = 'buffer_atomic_umin_x2 v[2:3], v1, s[0:3], 0 offen';
const BYTE = 'global_store_byte v[2:3], v1, off';

/** Returns the hits of one access by a program of one instruction, whose first active lane, lane 33, has these words. */
function getHits(text: string, space: MemorySpace, bytes: number, lanesHi: number, ...words: number[]) {
  const scenario = onChip('navi21', 64);
  const [program] = scenario.programs;
  const assembled = assembleWords(`${text}\ns_endpgm`, chipOf('navi21').gfx);
  const data = new Int32Array(128);
  words.forEach((word, i) => {
    data[64 * i + 33] = word;
  });
  return collectHits('memory-operations', { ...scenario, programs: [{ ...program!, words: assembled }] }, [
    at('wave-formed'),
    at('memory-issued', { space, bytes, lanesLo: 0, lanesHi, pc: 0 }),
    at('memory-performed', { access: 0, data }),
  ]);
}

it.each([
  [WORD, 'lds', 4, 2, [0], { inSpace: 'smax lds', ofWidth: 'smax 4', lanes: 'one' }],
  [WORD, 'lds', 4, 6, [-0x80000000], { operation: 'smax', lanes: 'several', value: 'sign bit' }],
  [WORD, 'lds', 4, 2, [0x00050005], { operation: 'smax', value: 'equal halves' }],
  [WORD, 'lds', 4, 2, [0x7fc00000], { operation: 'smax', value: 'NaN' }],
  [PAIR, 'buffer', 8, 2, [0, -0x80000000], { operation: 'umin', width: '8', value: 'sign bit' }],
  [PAIR, 'buffer', 8, 2, [7, 7], { operation: 'umin', value: 'equal halves' }],
  [PAIR, 'buffer', 8, 2, [-1, 5], { operation: 'umin', value: 'positive' }],
  [PAIR, 'buffer', 8, 2, [1, 0x7ff00000], { operation: 'umin', value: 'NaN' }],
  [BYTE, 'global', 1, 2, [-1], { operation: 'store', width: '1', value: 'all ones' }],
] as const)('%s in %s meets a value', (text, space, bytes, lanesHi, words, expected) => {
  const hits = getHits(text, space, bytes, lanesHi, ...words);
  expect(hits).toMatchObject({
    space: { [space]: 1 },
    ...Object.fromEntries(Object.entries(expected).map(([item, bin]) => [item, { [bin]: 1 }])),
  });
});

it('ignores what is not a vector access of a known instruction', () => {
  expect(getHits('s_load_dword s0, s[2:3], 0x0', 'scalar', 4, 2, 1)).toEqual({});
  expect(getHits('s_nop 0', 'buffer', 4, 2, 1)).toEqual({});
});
