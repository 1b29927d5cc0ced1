import { judgeRegisters } from '../../support/registers.js';

test('warns if a draw forces export order', () => {
  expect(judgeRegisters('navi31', { DB_RENDER_CONTROL: 1 << 19 }).costly).toEqual(['PERF-07']);
});

test('does not fire without forced export order, or check a draw that does not set the register', () => {
  expect(judgeRegisters('navi31', { DB_RENDER_CONTROL: 0 }).costly).toEqual([]);
  expect(judgeRegisters('navi31', {}).missing).toEqual({});
});
