import { judgeRegisters } from '../../support/registers.js';

const EIGHT_SAMPLES = { PA_SC_AA_CONFIG: 0x300003, DB_Z_INFO: 3 << 2 };
const DRAIN = { DB_DFSM_CONTROL: 6 };

test('warns about a drain that the chip or the sample count does not require', () => {
  expect(judgeRegisters('vega10', DRAIN).costly).toEqual(['PERF-03']);
  expect(judgeRegisters('navi21', DRAIN).costly).toEqual(['PERF-03']);
});

test('does not fire without a drain or if the chip requires one', () => {
  expect(judgeRegisters('vega10', {}).costly).toEqual([]);
  expect(judgeRegisters('vega10', { ...EIGHT_SAMPLES, ...DRAIN }, { samples: 8 }).costly).toEqual([]);
  expect(judgeRegisters('raven', { DB_Z_INFO: 3 << 2, ...DRAIN }).costly).toEqual([]);
});
