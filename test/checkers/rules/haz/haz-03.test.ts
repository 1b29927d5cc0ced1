import { OPERAND_ROWS } from '../../../../arch/index.js';
import { getOperandRule } from '../../../../checkers/evidence/static/judges/hazards.js';
import { findHazardRules } from './support/rows.js';

const EXAMPLES = OPERAND_ROWS.flatMap((row) =>
  typeof row.example === 'string'
    ? row.generations.map((gfx) => ({ row, gfx, lines: (row.example as string).split('\n') }))
    : [],
);

it.each(EXAMPLES)('$row.id is found on $gfx', ({ row, gfx, lines }) => {
  expect(findHazardRules(lines, gfx).get(getOperandRule(row))!.allowed).toContain(`hazard ${row.id};`);
});

it.each([
  ['gfx10', ['s_branch 0x3e', ...Array<string>(0x3e).fill('s_nop 0')]],
  ['gfx10.3', ['s_clause 0x27', ...Array<string>(0x28).fill('v_mov_b32_e32 v0, 0')]],
  ['gfx11', ['s_clause 0x1f', ...Array<string>(0x20).fill('v_mov_b32_e32 v0, 0')]],
  ['gfx10', ['buffer_load_dword v1, v0, s[0:3], 0 offen dlc', 'global_load_dword v1, v[2:3], off offset:4']],
  ['gfx10.3', ['flat_load_dword v1, v[2:3] offset:4', 's_inst_prefetch 0x3']],
  ['gfx11', ['buffer_store_b32 v1, v0, s[0:3], 0 offen dlc']],
  ['gfx12', ['s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)']],
] as const)('is silent on legal operands of %s', (gfx, lines) => {
  expect([...findHazardRules(lines, gfx).keys()]).toEqual([]);
});

it('finds loads and stores in one clause, which only GFX11 and later forbid', () => {
  const lines = ['s_clause 0x1', 'global_load_b32 v1, v[2:3], off', 'global_store_b32 v[2:3], v4, off'];
  expect(findHazardRules(lines, 'gfx11').get('HAZ-03')!.observed).toContain('global_store_b32');
  const before = lines.map((line) => line.replace('b32', 'dword'));
  expect([...findHazardRules(before, 'gfx10').keys()]).toEqual([]);
});
