import { getFix } from '../../../../arch/index.js';
import { findHazardRules, insertBeforeLast, listExamples } from './support/rows.js';

it.each(listExamples('HAZ-02'))('$row.id on $gfx is ended by its fix', ({ row, gfx, lines }) => {
  const finding = findHazardRules(lines, gfx).get('HAZ-02')!;
  expect(finding.allowed).toContain(`hazard ${row.id};`);
  const fix = getFix(row, gfx);
  const isText = /^[sv]_/.test(fix);
  if (isText) expect(finding.hint).toContain(`Insert ${fix} `);
  const fixed = isText
    ? insertBeforeLast(lines, fix)
    : lines.map((line) => line.replace(/wait_(?:va_)?vdst:1/, (text) => text.replace('1', '0')));
  expect([...findHazardRules(fixed, gfx).keys()]).not.toContain('HAZ-02');
});

const DIRECT_LOAD = (left: number): string => `lds_param_load v9, attr0.x wait_vdst:${left}`;

it.each([
  ['two instructions', ['v_mov_b32_e32 v2, v0'], true],
  ['one instruction, the last to write either', ['v_swap_b32 v1, v2'], false],
  ['two, though a direct load waits for some', ['v_mov_b32_e32 v2, v0', DIRECT_LOAD(1)], true],
  ['two, unless a direct load waits for all', ['v_mov_b32_e32 v2, v0', DIRECT_LOAD(0)], false],
])('H-43 concerns registers that %s wrote', (_, after, isHazard) => {
  const lines = [
    'v_mov_b32_e32 v1, v0',
    's_mov_b64 exec, -1',
    ...after,
    'v_add_nc_u32_e32 v3, v1, v2',
    's_endpgm',
  ];
  expect(findHazardRules(lines, 'gfx11').has('HAZ-02')).toBe(isHazard);
});
