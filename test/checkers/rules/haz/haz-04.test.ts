import { getFix } from '../../../../arch/index.js';
import { findHazardRules, insertBeforeLast, listExamples } from './support/rows.js';

it.each(listExamples('HAZ-04'))(
  '$row.id on $gfx is a warning, and ended by its fix',
  ({ row, gfx, lines }) => {
    const finding = findHazardRules(lines, gfx).get('HAZ-04')!;
    expect(finding.allowed).toContain(`hazard ${row.id};`);
    const fix = row.waitStates === undefined ? getFix(row, gfx) : `s_nop ${row.waitStates - 1}`;
    expect([...findHazardRules(insertBeforeLast(lines, fix), gfx).keys()]).not.toContain('HAZ-04');
  },
);
