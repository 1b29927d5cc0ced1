import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { checkFile } from './support/check-text.js';

const folder = createTempFolder();

/**
 * A program that takes its short path if word 4 of a uniform buffer is 37, and otherwise a longer one if its input is
 * below -30.
 */
const LINES = [
  's_buffer_load_b32 s20, s[0:3], 0x10',
  's_waitcnt lgkmcnt(0)',
  's_cmp_eq_u32 s20, 37',
  's_cbranch_scc1 4',
  'v_cmpx_gt_f32_e32 0xc1f00000, v0',
  's_cbranch_execz 1',
  'v_mov_b32_e32 v3, 0',
  's_wait_event 0x0',
  'exp mrt0 off, off, off, off done',
  's_endpgm',
];

function checkWith(resource: object) {
  const args = [
    { name: 'constants', file: 's', reg: 0, size: 4 },
    { name: 'prim_mask', file: 's', reg: 4, size: 1 },
  ];
  const constants = { name: 'constants', kind: 'buffer', bytes: 64, read_only: true, ...resource };
  writeFileSync(join(folder, 'shader.s'), LINES.join('\n'));
  const state = { chip: 'navi31', wave: 32, args, resources: [constants] };
  writeFileSync(join(folder, 'shader.state.json'), JSON.stringify(state));
  return checkFile(join(folder, 'shader.s'), {}, { seeds: 4 });
}

const check = (resource: object) => checkWith(resource).value.paths!;

test('constants outside their buffer are refused', () => {
  expect(checkWith({ values: [{ first: 99, words: ['0x25'] }] })).toMatchObject({
    verdict: 'unsupported',
    reason: 'Invalid value of constants: it has 16 words, and no word 99',
  });
});

test('constants take the values that the program compares them with, and other values', () => {
  const { notTaken } = check({});
  expect(notTaken.filter(({ pc }) => pc === 0x10)).toEqual([]);
});

test('constants fixed by the state restrict the program to one path', () => {
  const words = ['0x0', '0x0', '0x0', '0x0', '0x25'];
  expect(check({ contents: words }).notTaken).toContainEqual({ pc: 0x10, taken: false });
  expect(check({ values: [{ first: 4, count: 1, words: ['0x25'] }] }).notTaken).toContainEqual({
    pc: 0x10,
    taken: false,
  });
  expect(check({ contents: words.map(() => '0x1') }).notTaken).toContainEqual({ pc: 0x10, taken: true });
});
