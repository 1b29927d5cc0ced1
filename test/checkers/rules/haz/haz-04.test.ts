import { expect, it } from 'vitest';
import { findHazardRules, insertBeforeLast, listExamples } from './support/rows.js';

it.each(listExamples('HAZ-04'))(
  '$row.id on $gfx is a warning, and ended by its fix',
  ({ row, gfx, lines }) => {
    const finding = findHazardRules(lines, gfx).get('HAZ-04')!;
    expect(finding.allowed).toContain(`hazard ${row.id};`);
    const fix = row.fix ?? `s_nop ${row.waitStates! - 1}`;
    const wait = gfx === 'gfx12' ? fix.replace('s_waitcnt expcnt(0)', 's_wait_expcnt 0x0') : fix;
    expect([...findHazardRules(insertBeforeLast(lines, wait), gfx).keys()]).not.toContain('HAZ-04');
  },
);
