import { decodeProgram } from '../../../../arch/index.js';
import { isIdempotentLoop } from '../../../../checkers/evidence/static/judges/spins.js';
import { assemble } from './support/section-text.js';

const LOAD = 'buffer_load_dword v1, v0, s[0:3], 0 offen glc';
const WAIT = 's_waitcnt vmcnt(0)';
const TEST = 'v_cmp_eq_u32_e32 vcc, 0, v1';

const repeats = (...lines: string[]): boolean =>
  isIdempotentLoop(decodeProgram(assemble(lines, 'gfx9'), 'gfx9', 64).instructions);

test('an iteration that only loads and tests a value repeats itself', () => {
  expect(repeats(LOAD, WAIT, TEST)).toBe(true);
  expect(repeats(LOAD, WAIT, 's_sleep 2', TEST)).toBe(true);
});

test('an iteration that stores or reads the exiting id does not repeat itself', () => {
  expect(repeats('buffer_store_dword v1, v0, s[0:3], 0 offen', 's_sleep 2')).toBe(false);
  expect(repeats('s_mov_b32 s9, src_pops_exiting_wave_id', 's_sleep 2')).toBe(false);
});

test('an iteration that reads a register written by the previous one does not repeat itself', () => {
  expect(repeats(LOAD, WAIT, TEST, 's_add_u32 s9, s9, 1')).toBe(false);
  expect(repeats('s_mov_b32 s9, 0', LOAD, WAIT, TEST, 's_add_u32 s9, s9, 1')).toBe(true);
  expect(repeats(LOAD, WAIT, 'v_add_u32_e32 v0, 4, v0')).toBe(false);
});
