import { expect, it } from 'vitest';
import { chipOf } from '../../../arch/index.js';
import { CLEAN_GRANULARITY } from '../../../rtl-model/db/faults.js';
import { planOrdering } from '../../../rtl-model/db/ordering.js';
import { scene } from '../../checkers/support/scenes.js';

it('overlaps may be missed if the draw or its depth buffer has eight samples (S-129, S-130)', () => {
  const mayMiss = (chip: 'vega10' | 'navi21', samples: 1 | 4 | 8, depthSamples: number): boolean => {
    const registers = { DB_Z_INFO: depthSamples << 2 };
    const [draw] = scene({ chip, draw: { samples, registers } }).draws;
    return planOrdering(chipOf(chip), draw, CLEAN_GRANULARITY).mayMiss;
  };
  expect([mayMiss('vega10', 8, 0), mayMiss('vega10', 1, 3), mayMiss('vega10', 4, 2)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(mayMiss('navi21', 8, 3)).toBe(false);
});
