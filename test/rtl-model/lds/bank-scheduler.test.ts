import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BankScheduler } from '../../../rtl-model/lds/bank-scheduler.js';

/** What a sequencer sends at once: reads with the banks of each, or indexed accesses with the cycles of each. */
interface Sent {
  readonly simd: number;
  readonly reads?: readonly number[];
  readonly accesses?: readonly number[];
}

/** Cycle in which the banks finish each operation, in the order in which they were sent in cycle 0. */
function ends(...sent: readonly Sent[]): number[] {
  const served: number[] = [];
  const banks = new BankScheduler((index, end) => {
    served[index] = end;
  });
  let count = 0;
  for (const { simd, reads = [], accesses = [] } of sent) {
    for (const read of reads) banks.read(simd, count++, [read]);
    for (const cycles of accesses) banks.access(simd, count++, cycles);
  }
  for (let now = 0; now >= 0; ) now = banks.step(now);
  return served;
}

describe('the banks of a local data share', () => {
  it('serve the reads of a pair together where their banks differ, and in turn where they do not (P-136)', () => {
    expect(ends({ simd: 0, reads: [0b0011] }, { simd: 1, reads: [0b1100] })).toEqual([1, 1]);
    expect(ends({ simd: 0, reads: [0b0011, 0b0011] }, { simd: 1, reads: [0b0110, 0b0110] })).toEqual([
      1, 3, 2, 4,
    ]);
  });

  it('go round all SIMDs that ask: no two of them read one bank in one cycle (P-126)', () => {
    const all = [0, 1, 2, 3].map((simd) => ({ simd, reads: [1, 1] }));
    expect(ends(...all)).toEqual([1, 5, 3, 7, 2, 6, 4, 8]);
  });

  it('serve one indexed access at a time, of each sequencer its oldest, and of the sequencers each in turn (P-139)', () => {
    expect(ends({ simd: 1, accesses: [4, 1, 1] }, { simd: 3, accesses: [2] })).toEqual([4, 7, 8, 6]);
  });

  it('serve reads and indexed accesses in turn, never in one cycle', () => {
    expect(ends({ simd: 0, reads: [1, 1] }, { simd: 2, accesses: [3, 3] })).toEqual([4, 8, 3, 7]);
  });

  it('serve everything, one read of a sequencer a cycle, and no bank twice in a cycle', () => {
    const simd = fc.record({
      reads: fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 6 }),
      accesses: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(simd, { minLength: 4, maxLength: 4 }), (asked) => {
        const served = ends(...asked.map((each, at) => ({ simd: at, ...each })));
        const total = asked.reduce((sum, { reads, accesses }) => sum + reads.length + accesses.length, 0);
        expect(Object.keys(served).length).toBe(total);
        const banksAt = new Map<number, number>();
        let next = 0;
        for (const { reads, accesses } of asked) {
          const own = new Set<number>();
          for (const read of reads) {
            const cycle = served[next++];
            expect((banksAt.get(cycle) ?? 0) & read).toBe(0);
            expect(own.has(cycle)).toBe(false);
            banksAt.set(cycle, (banksAt.get(cycle) ?? 0) | read);
            own.add(cycle);
          }
          next += accesses.length;
        }
      }),
    );
  });
});
