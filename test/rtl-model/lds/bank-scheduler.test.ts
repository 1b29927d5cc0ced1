import fc from 'fast-check';
import { BankScheduler } from '../../../rtl-model/lds/bank-scheduler.js';

/** A read with a bank mask per request, or an indexed access if there are no requests. */
interface Operation {
  readonly simd: number;
  readonly start: number;
  readonly requests: readonly number[];
  readonly cycles: number;
}

const operationLists = fc.array(
  fc.record({
    simd: fc.nat(3),
    start: fc.nat(9),
    requests: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
    cycles: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 20 },
);

/** A grant for one request of a read, which takes one cycle, or for a whole indexed access, which may take several. */
interface Grant {
  readonly index: number;
  readonly simd: number;
  readonly begin: number;
  readonly end: number;
  /** The bank mask of the request. Absent for indexed accesses. */
  readonly banks?: number;
}

interface ServiceLog {
  /** The grants, in the order of service. */
  readonly grants: readonly Grant[];
  /** The cycle in which each operation ended. */
  readonly ends: ReadonlyMap<number, number>;
}

/** Sends each operation in its start cycle and records the grants. */
function serve(operations: readonly Operation[]): ServiceLog {
  const grants: Grant[] = [];
  const ends = new Map<number, number>();
  let [now, due] = [0, -1];
  const banks = new BankScheduler(
    (index, end) => {
      expect(ends.has(index)).toBe(false);
      ends.set(index, end);
      const { simd, requests } = operations[index]!;
      if (requests.length === 0) grants.push({ index, simd, begin: now, end });
    },
    (index, readBanks) =>
      grants.push({ index, simd: operations[index]!.simd, begin: now, end: now + 1, banks: readBanks }),
  );
  for (; now < 10 || due >= 0; now++) {
    for (const [index, { simd, start, requests, cycles }] of operations.entries()) {
      if (start !== now) continue;
      if (requests.length > 0) banks.read(simd, index, requests);
      else banks.access(simd, index, cycles);
      due = now;
    }
    if (due === now) due = banks.step(now);
  }
  expect(banks.getWaiting()).toEqual([]);
  return { grants, ends };
}

/** Whether any of the given SIMDs has a read (or an indexed access) waiting at the start of a cycle. */
type WaitCheck = (simds: readonly number[], isRead: boolean, cycle: number) => boolean;

function createWaitCheck(operations: readonly Operation[], { grants }: ServiceLog): WaitCheck {
  const lastBegin = new Map<number, number>();
  for (const { index, begin } of grants) lastBegin.set(index, begin);
  return (simds, isRead, cycle) =>
    operations.some(
      ({ simd, start, requests }, index) =>
        simds.includes(simd) &&
        requests.length > 0 === isRead &&
        start <= cycle &&
        lastBegin.get(index)! >= cycle,
    );
}

/** Returns the requesters after `last` and before `next` in cyclic order, or all others if `next` is `last`. */
function listRequestersBetween(count: number, last: number, next: number): number[] {
  const steps = (next - last + count) % count || count;
  return Array.from({ length: steps - 1 }, (_, i) => (last + 1 + i) % count);
}

describe('LDS banks', () => {
  it("serve each operation completely, and each SIMD's operations on one path in arrival order", () => {
    fc.assert(
      fc.property(operationLists, (operations) => {
        const { grants, ends } = serve(operations);
        for (const [index, { requests, start, cycles }] of operations.entries()) {
          const ownGrants = grants.filter((grant) => grant.index === index);
          expect(ownGrants.flatMap(({ banks }) => banks ?? [])).toEqual(requests);
          expect(ownGrants[0]!.begin).toBeGreaterThanOrEqual(start);
          expect(ends.get(index)).toBe(ownGrants.at(-1)!.begin + (requests.length > 0 ? 1 : cycles));
        }
        for (const simd of [0, 1, 2, 3]) {
          for (const isRead of [true, false]) {
            const queue = grants.filter(
              (grant) => grant.simd === simd && (grant.banks !== undefined) === isRead,
            );
            const ages = queue.map(({ index }) => 100 * operations[index]!.start + index);
            expect(ages).toEqual([...ages].sort((a, b) => a - b));
          }
        }
      }),
    );
  });

  it('never serve two operations at once, except for requests from one SIMD pair to different banks', () => {
    fc.assert(
      fc.property(operationLists, (operations) => {
        const { grants } = serve(operations);
        for (const [index, a] of grants.entries()) {
          for (const b of grants.slice(index + 1)) {
            if (b.begin >= a.end || a.begin >= b.end) continue;
            expect(a.banks! & b.banks!).toBe(0);
            expect(a.simd).not.toBe(b.simd);
            expect(a.simd >> 1).toBe(b.simd >> 1);
          }
        }
      }),
    );
  });

  it("never idle with requests waiting, nor delay a read that fits into the partner SIMD's cycle", () => {
    fc.assert(
      fc.property(operationLists, (operations) => {
        const result = serve(operations);
        const waits = createWaitCheck(operations, result);
        const { grants } = result;
        const last = Math.max(0, ...grants.map(({ end }) => end));
        for (let cycle = 0; cycle < last; cycle++) {
          const busy = grants.filter(({ begin, end }) => begin <= cycle && cycle < end);
          if (busy.length === 0)
            expect(waits([0, 1, 2, 3], true, cycle) || waits([0, 1, 2, 3], false, cycle)).toBe(false);
          const [sole] = busy;
          if (busy.length !== 1 || sole!.banks === undefined) continue;
          const next = grants.find(
            ({ simd, begin, banks }) => simd === (sole!.simd ^ 1) && begin > cycle && banks !== undefined,
          );
          if (next !== undefined && waits([next.simd], true, cycle))
            expect(next.banks! & sole!.banks).not.toBe(0);
        }
      }),
    );
  });

  it('alternate between direct and indexed requests, between pairs, within pairs, and among indexed requesters', () => {
    fc.assert(
      fc.property(operationLists, (operations) => {
        const result = serve(operations);
        const waits = createWaitCheck(operations, result);
        const indexed = result.grants.filter(({ banks }) => banks === undefined);
        const direct = result.grants.filter(({ banks }) => banks !== undefined);
        // The first grant in each cycle is the one whose turn it is. The pair's other SIMD may share the cycle.
        const leading = direct.filter(({ begin }, index) => direct[index - 1]?.begin !== begin);
        const turns = result.grants.filter((grant) => grant.banks === undefined || leading.includes(grant));
        for (const [index, { begin, banks }] of turns.entries()) {
          const previous = turns[index - 1];
          if (previous !== undefined && (previous.banks === undefined) === (banks === undefined))
            expect(waits([0, 1, 2, 3], banks === undefined, begin)).toBe(false);
        }
        for (const [index, { simd, begin }] of indexed.entries()) {
          const passed = listRequestersBetween(4, indexed[index - 1]?.simd ?? 3, simd);
          expect(waits(passed, false, begin)).toBe(false);
        }
        for (const [index, { simd, begin }] of leading.entries()) {
          const passed = listRequestersBetween(2, (leading[index - 1]?.simd ?? 3) >> 1, simd >> 1);
          expect(
            waits(
              passed.flatMap((pair) => [2 * pair, 2 * pair + 1]),
              true,
              begin,
            ),
          ).toBe(false);
          // If both are waiting, the SIMD of the pair that was not served last goes first.
          const earlier = leading.slice(0, index).findLast((grant) => grant.simd >> 1 === simd >> 1);
          const hadPartner = direct.some(
            ({ begin: cycle, simd: other }) => cycle === earlier?.begin && other !== earlier.simd,
          );
          const turn = earlier === undefined ? simd & 2 : hadPartner ? earlier.simd : earlier.simd ^ 1;
          if (simd !== turn) expect(waits([turn], true, begin)).toBe(false);
        }
      }),
    );
  });
});
