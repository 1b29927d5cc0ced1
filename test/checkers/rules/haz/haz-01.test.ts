import { findHazardRules, insertBeforeLast, listExamples } from './support/rows.js';

it.each([...listExamples('HAZ-01'), ...listExamples('RACE-05')])(
  '$row.id on $gfx needs exactly its wait states',
  ({ row, gfx, lines }) => {
    const rule = row.id === 'H-09' ? 'RACE-05' : 'HAZ-01';
    const waitStates = row.waitStates!;
    const finding = findHazardRules(lines, gfx).get(rule)!;
    expect(finding.allowed).toContain(`hazard ${row.id};`);
    expect(finding.hint).toContain(`s_nop ${waitStates - 1}`);
    const withNop = (count: number) => findHazardRules(insertBeforeLast(lines, `s_nop ${count - 1}`), gfx);
    expect([...withNop(waitStates).keys()]).not.toContain(rule);
    if (waitStates > 1) expect([...withNop(waitStates - 1).keys()]).toEqual([rule]);
  },
);

it('counts a branch as one wait state, whether or not it is taken', () => {
  const lines = ['v_readfirstlane_b32 s20, v0', 's_nop 2', 's_cbranch_scc0 0'];
  const load = 'buffer_load_dword v1, v0, s[0:3], s20 offen';
  expect(findHazardRules([...lines, load], 'gfx9').get('HAZ-01')!.observed).toContain('after 4 wait states');
  expect(findHazardRules([...lines, 's_branch 0', load], 'gfx9').size).toBe(0);
});

it('finds a hazard around the back edge of a loop', () => {
  const lines = [
    'loop:',
    'v_readlane_b32 s21, v1, s20',
    'v_readfirstlane_b32 s20, v0',
    's_cbranch_scc0 loop',
  ];
  const { observed, steps } = findHazardRules(lines, 'gfx9').get('HAZ-01')!;
  expect(observed).toContain('after 1 wait state, 3 too few');
  expect(steps).toHaveLength(3);
});

it('is silent if a scalar instruction has overwritten the register', () => {
  const lines = [
    'v_readfirstlane_b32 s20, v0',
    's_mov_b32 s20, 0',
    'buffer_load_dword v1, v0, s[0:3], s20 offen',
  ];
  expect(findHazardRules(lines, 'gfx9').size).toBe(0);
});
