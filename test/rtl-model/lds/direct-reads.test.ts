import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DirectReads } from '../../../rtl-model/lds/direct-reads.js';

describe('parameter reads', () => {
  it('of two SIMDs of a pair are served together when their banks differ, and in turn when they do not', () => {
    const reads = new DirectReads(4);
    expect([reads.serve(0, 10, 0b0011), reads.serve(1, 10, 0b1100)]).toEqual([10, 10]);
    expect([reads.serve(0, 20, 0b0011), reads.serve(1, 20, 0b0110)]).toEqual([20, 21]);
  });

  it('meet only reads of the other SIMD that are not over, whatever it touched before', () => {
    const reads = new DirectReads(4);
    expect([reads.serve(0, 10, 0b0011), reads.serve(0, 20, 0b1100)]).toEqual([10, 20]);
    expect(reads.serve(1, 20, 0b0011)).toBe(20);
  });

  it('of different pairs do not meet', () => {
    const reads = new DirectReads(4);
    expect([reads.serve(1, 10, 1), reads.serve(2, 10, 1)]).toEqual([10, 10]);
  });

  it('come in order, one a cycle for each SIMD, and never share a bank within a pair', () => {
    const asks = fc.array(
      fc.record({ simd: fc.nat(1), later: fc.nat(2), banks: fc.integer({ min: 1, max: 15 }) }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(asks, (list) => {
        const reads = new DirectReads(2);
        const last = [-1, -1];
        let now = 0;
        const served = list.map(({ simd, later, banks }) => {
          now += later;
          const cycle = reads.serve(simd, now, banks);
          expect(cycle).toBeGreaterThanOrEqual(now);
          expect(cycle).toBeGreaterThan(last[simd]);
          last[simd] = cycle;
          return { simd, cycle, banks };
        });
        for (const one of served.filter(({ simd }) => simd === 0)) {
          for (const other of served.filter(({ simd, cycle }) => simd === 1 && cycle === one.cycle)) {
            expect(one.banks & other.banks).toBe(0);
          }
        }
      }),
    );
  });
});
