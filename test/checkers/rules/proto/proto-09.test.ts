import { decodeProgram } from '../../../../arch/index.js';
import { examine } from '../../../../checkers/evidence/static/examine.js';
import {
  assemble,
  COLLISION_REGISTER,
  changeSection,
  type ProgramLines,
  SECTION,
} from '../../evidence/static/support/section-text.js';

const COUNT = 's_bcnt1_i32_b64 s14, exec';
const USE = 'v_mov_b32_e32 v5, s14';
const LOAD = 'buffer_load_dword v1, v0, s[0:3], 0 offen glc';

/** Returns what PROTO-09 observes in a program with or without layers. */
function getObservation(text: ProgramLines, hasLayers = true): string | undefined {
  const program = decodeProgram(assemble(text, 'gfx10.3'), 'gfx10.3', 64);
  const report = examine(program, COLLISION_REGISTER, undefined, hasLayers);
  return report.findings.get('PROTO-09')?.observed;
}

const insertInSection = (...lines: string[]): ProgramLines => changeSection('gfx10.3', LOAD, ...lines, LOAD);

test('warns about a lane count that is computed before the section and used in it, directly or indirectly', () => {
  expect(getObservation([COUNT, ...insertInSection(USE)])).toContain('v_mov_b32_e32 v5, s14) uses it');
  expect(
    getObservation([COUNT, 's_add_u32 s15, s14, 1', ...insertInSection('v_mov_b32_e32 v5, s15')]),
  ).toContain('s15) uses it');
  expect(getObservation(['v_readfirstlane_b32 s14, v9', ...insertInSection(USE)])).toContain('uses it');
});

test('does not fire when the count is computed or recomputed in the section, or is used only outside it', () => {
  expect(getObservation(insertInSection(COUNT, USE))).toBeUndefined();
  expect(getObservation([COUNT, ...insertInSection(COUNT, USE)])).toBeUndefined();
  expect(getObservation([COUNT, USE, ...SECTION['gfx10.3']])).toBeUndefined();
  const END = 's_endpgm';
  expect(getObservation([COUNT, ...changeSection('gfx10.3', END, USE, END)])).toBeUndefined();
});

test('does not fire for a program without layers', () => {
  expect(getObservation([COUNT, ...insertInSection(USE)], false)).toBeUndefined();
});
