import {
  changeSection,
  findBrokenRules,
  getFinding,
  makeProgram,
  type ProgramLines,
  SECTION,
} from '../../evidence/static/support/section-text.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

/** Returns code with two scalar loads, a wait that leaves `remaining` outstanding, and a use of the older load. */
function createText(remaining: number): ProgramLines {
  const use = 'v_mov_b32_e32 v5, s12';
  const loads = ['s_load_dword s12, s[10:11], 0x0', 's_load_dword s13, s[10:11], 0x40'];
  return [...loads, `s_waitcnt lgkmcnt(${remaining})`, use, ...SECTION['gfx10.3']];
}

test('fires when a scalar load is used after a wait that leaves a younger one outstanding', () => {
  const finding = getFinding('RACE-04', createText(1), 'gfx10.3');
  expect(finding.observed).toContain('v_mov_b32_e32 v5, s12) reads it after a wait with a non-zero count');
  expect(findBrokenRules(createText(1), 'gfx10.3')).toEqual(['RACE-04']);
});

test('does not fire when the wait leaves nothing outstanding', () => {
  expect(findBrokenRules(createText(0), 'gfx10.3')).toEqual([]);
});

test('does not fire for vector loads, which return in order', () => {
  const secondLoad = 'buffer_load_dword v2, v0, s[0:3], 0 offen offset:64';
  const text = changeSection(
    'gfx10.3',
    's_waitcnt vmcnt(0)',
    secondLoad,
    's_waitcnt vmcnt(1)',
    'v_add_f32_e32 v3, 1.0, v1',
    's_waitcnt vmcnt(0)',
  );
  expect(findBrokenRules(text, 'gfx10.3')).toEqual([]);
});

test('checks a scenario whose program has scalar loads', () => {
  const programs = [makeProgram(createText(1), 'gfx10.3')];
  const verdict = new Stream({ ...scene(), programs }).quiesce().judge();
  expect(verdict.armed['RACE-04']).toBeGreaterThan(0);
  expect(verdict.fired).toEqual({ 'RACE-04': 1 });
});
