import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

const EIGHT_SAMPLES = { PA_SC_AA_CONFIG: 0x300003, DB_Z_INFO: 3 << 2 };
const DRAIN = { DB_DFSM_CONTROL: 6 };

test('fires if a chip that misses overlaps does not drain with 8 raster samples or 8 depth samples', () => {
  for (const chip of ['vega10', 'raven'] as const) {
    expect(judgeRegisters(chip, EIGHT_SAMPLES, { samples: 8 }).fired, chip).toEqual(['CFG-12']);
    expect(judgeRegisters(chip, { DB_Z_INFO: 3 << 2 }).fired, chip).toEqual(['CFG-12']);
  }
});

test('does not fire if the chip drains, if there are fewer samples, or on any other chip', () => {
  expect(judgeRegisters('vega10', { ...EIGHT_SAMPLES, ...DRAIN }, { samples: 8 }).fired).toEqual([]);
  expect(judgeRegisters('vega10', { PA_SC_AA_CONFIG: 0x200002, DB_Z_INFO: 8 }, { samples: 4 }).fired).toEqual(
    [],
  );
  expect(judgeRegisters('vega20', EIGHT_SAMPLES, { samples: 8 }).fired).toEqual([]);
});

test('needs the depth sample count only if the raster sample count is inconclusive', () => {
  expect(judgeRegisters('raven', { DB_Z_INFO: undefined }).missing).toEqual({
    'CFG-12': 'DB_Z_INFO of draw 0',
  });
  const conclusiveRegisters = { ...EIGHT_SAMPLES, ...DRAIN, DB_Z_INFO: undefined };
  expect(judgeRegisters('raven', conclusiveRegisters, { samples: 8 }).missing).toEqual({});
});
