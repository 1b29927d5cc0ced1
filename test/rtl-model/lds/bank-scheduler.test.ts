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

/** A read of some requests, with the banks of each, or without requests an indexed access. */
interface Operation {
  readonly simd: number;
  readonly at: number;
  readonly requests: readonly number[];
  readonly cycles: number;
}

const operations = fc.array(
  fc.record({
    simd: fc.nat(3),
    at: fc.nat(9),
    requests: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
    cycles: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 20 },
);

/** What goes in each cycle, as the scheduler has it: requests with their banks, and ends of operations. */
function asScheduled(sent: readonly Operation[]): string[] {
  const told: string[] = [];
  let [now, due] = [0, -1];
  const banks = new BankScheduler(
    (index, end) => told.push(`${index} ends at ${end}`),
    (index, touched) => told.push(`${now}: ${index} reads ${touched}`),
  );
  for (; now < 10 || due >= 0; now++) {
    for (const [index, { simd, at, requests, cycles }] of sent.entries()) {
      if (at !== now) continue;
      if (requests.length > 0) banks.read(simd, index, requests);
      else banks.access(simd, index, cycles);
      due = now;
    }
    if (due === now) due = banks.step(now);
  }
  expect(banks.waiting()).toEqual([]);
  return told;
}

/** The same with lists: a requester that has been served moves to the end, after the others. */
function byTurns(sent: readonly Operation[]): string[] {
  const told: string[] = [];
  const waiting = (isRead: boolean) => (simd: number, now: number) =>
    left
      .filter(({ each }) => each.simd === simd && each.at <= now && each.requests.length > 0 === isRead)
      .sort((a, b) => a.each.at - b.each.at)[0];
  const [read, access] = [waiting(true), waiting(false)];
  let left = sent.map((each, index) => ({ each, index, requests: [...each.requests] }));
  let simds = [0, 1, 2, 3];
  let pairs = [
    [0, 1],
    [2, 3],
  ];
  const end = (index: number, cycle: number): void => {
    told.push(`${index} ends at ${cycle}`);
    left = left.filter((one) => one.index !== index);
  };
  let [free, wasAccess] = [0, false];
  for (let now = 0; left.length > 0; now++) {
    if (now < free) continue;
    const simd = simds.find((one) => access(one, now) !== undefined);
    const pair = pairs.find((one) => one.some((of) => read(of, now) !== undefined));
    if (simd === undefined && pair === undefined) continue;
    wasAccess = simd !== undefined && (pair === undefined || !wasAccess);
    if (wasAccess) {
      const { index, each } = access(simd!, now)!;
      free = now + each.cycles;
      end(index, free);
      simds = [1, 2, 3, 4].map((more) => (simd! + more) % 4);
      continue;
    }
    const served: number[] = [];
    let taken = 0;
    for (const of of pair!) {
      const one = read(of, now);
      if (one === undefined || (one.requests[0]! & taken) !== 0) continue;
      const banks = one.requests.shift()!;
      taken |= banks;
      served.push(of);
      told.push(`${now}: ${one.index} reads ${banks}`);
      if (one.requests.length === 0) end(one.index, now + 1);
    }
    const order = served.length === 2 ? pair! : [...pair!.filter((of) => of !== served[0]), served[0]!];
    pairs = [...pairs.filter((one) => one !== pair), order];
  }
  return told;
}

describe('the banks of a local data share', () => {
  it('serve all that comes at any time in turns, each sequencer its oldest first', () => {
    fc.assert(
      fc.property(operations, (sent) => {
        expect(asScheduled(sent)).toEqual(byTurns(sent));
      }),
    );
  });

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
});
