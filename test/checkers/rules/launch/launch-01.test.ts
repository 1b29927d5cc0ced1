import { describe, expect, test } from 'vitest';
import type { Transaction } from '../../../../transactions/index.js';
import {
  at,
  crowded,
  firedWith,
  rmwBuffer,
  scratchArray,
  unchanged,
} from '../../support/mistaken-launches.js';

describe('LAUNCH-01', () => {
  test('is silent on a crowded device, where resources pass from wave to wave', () => {
    for (const chip of ['vega20', 'navi14', 'mariner', 'navi33'] as const) {
      expect(firedWith(crowded(rmwBuffer, chip), unchanged)).toEqual([]);
    }
    expect(firedWith(crowded(scratchArray), unchanged)).toEqual([]);
  });

  test.each([
    ['the slot of a running wave', at(3, (_, { slot }) => ({ slot }))],
    [
      'its registers',
      at(3, (launch, last) => ({
        simd: last.simd,
        holds: { ...launch.holds, vectorFirst: last.holds.vectorFirst },
      })),
    ],
    [
      'a part of its local data share',
      at(3, (launch, last) => ({
        simd: last.simd,
        holds: { ...launch.holds, localFirst: last.holds.localFirst },
      })),
    ],
  ])('fires when a wave gets %s', (_, mistake) => {
    expect(firedWith(crowded(), mistake)).toContain('LAUNCH-01');
  });

  test('fires when a wave gets private memory that another one has', () => {
    const mistake = at(3, (launch, last) => ({
      holds: { ...launch.holds, scratchSlot: last.holds.scratchSlot },
    }));
    expect(firedWith(crowded(scratchArray), mistake)).toContain('LAUNCH-01');
  });

  test('fires when the resources of a wave are never freed', () => {
    let dropped = false;
    const firstRelease = (t: Transaction): boolean => {
      if (dropped || t.kind !== 'resource-released') return false;
      dropped = true;
      return true;
    };
    expect(firedWith(crowded(), unchanged, firstRelease)).toContain('LAUNCH-01');
  });
});
