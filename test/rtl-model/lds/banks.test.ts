import fc from 'fast-check';
import type { MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { getParameterIndex, makeWaveState, SCALAR } from '../../../arch/index.js';
import { countAccessCycles, requestsOfDirectRead } from '../../../rtl-model/lds/banks.js';

const ALL = 0xffffffff | 0;

function makeRequest(getAddress: (lane: number) => number, lanesHi = 0, lanesLo = ALL): MemoryRequest {
  return {
    lanesLo,
    lanesHi,
    addresses: Float64Array.from({ length: 64 }, (_, lane) => getAddress(lane)),
    data: new Int32Array(64),
  };
}

const makeOperation = (access: MemoryOperation['access'], dwords = 1): MemoryOperation =>
  ({ access, dwords, bytes: 4 * dwords }) as MemoryOperation;

describe('an indexed access', () => {
  it.each([
    ['each lane in its own bank', makeRequest((lane) => 4 * lane), makeOperation('load'), 1],
    ['all lanes on one dword', makeRequest(() => 16), makeOperation('load'), 1],
    ['all lanes in one bank', makeRequest((lane) => 128 * lane), makeOperation('store'), 32],
    ['two lanes per bank', makeRequest((lane) => 8 * lane), makeOperation('load'), 2],
    ['atomics on one dword', makeRequest(() => 16), makeOperation('atomic'), 32],
    ['both halves of a wave64 active', makeRequest((lane) => 4 * lane, ALL), makeOperation('load'), 2],
    ['two dwords per lane', makeRequest((lane) => 8 * lane), makeOperation('load', 2), 2],
    [
      'only two lanes active, in one bank',
      makeRequest((lane) => 128 * lane, 0, 0b101),
      makeOperation('load'),
      2,
    ],
    ['only the highest lane active', makeRequest((lane) => 4 * lane, 1 << 31, 0), makeOperation('load'), 1],
    ['all lanes out of range', makeRequest(() => -1), makeOperation('load'), 0],
    [
      'only the first lane of each half active',
      makeRequest((lane) => 4 * lane, 1, 1),
      makeOperation('store'),
      2,
    ],
  ])('with %s takes as many cycles as its busiest bank needs', (_, lanes, operation, cycles) => {
    expect(countAccessCycles(lanes, operation)).toBe(cycles);
  });
});

/** Returns the indices of the dwords that a lane accesses. */
function listDwords(address: number, bytes: number): readonly number[] {
  const first = Math.floor(address / 4);
  return address < 0 ? [] : Array.from({ length: Math.ceil(bytes / 4) }, (_, i) => first + i);
}

it('an indexed access takes one cycle per dword or atomic in the busiest bank of each half', () => {
  const addresses = fc.array(fc.integer({ min: -1, max: 400 }), { minLength: 64, maxLength: 64 });
  const access = fc.constantFrom<MemoryOperation['access']>('load', 'store', 'atomic');
  fc.assert(
    fc.property(
      addresses,
      fc.integer(),
      fc.integer(),
      fc.constantFrom(1, 2, 4, 8, 12, 16),
      access,
      (...values) => {
        const [addresses, lanesLo, lanesHi, bytes, access] = values;
        const cycles = [lanesLo, lanesHi].map((lanes, half) => {
          const active = addresses
            .slice(32 * half, 32 * half + 32)
            .filter((_, lane) => ((lanes >>> lane) & 1) === 1);
          const dwords = active.flatMap((address) => listDwords(address, bytes));
          const served = access === 'atomic' ? dwords : [...new Set(dwords)];
          return Math.max(
            ...Array.from({ length: 32 }, (_, bank) => served.filter((dword) => dword % 32 === bank).length),
          );
        });
        const operation = { access, dwords: Math.ceil(bytes / 4), bytes } as MemoryOperation;
        expect(
          countAccessCycles(
            makeRequest((lane) => addresses[lane]!, lanesHi, lanesLo),
            operation,
          ),
        ).toBe(cycles[0]! + cycles[1]!);
      },
    ),
  );
});

it('a lane exchange takes one cycle per participating half', () => {
  const exchange = { ...makeOperation('load'), isLaneExchange: true as const };
  const cycles = [
    [ALL, ALL],
    [ALL, 0],
    [0, ALL],
    [1, 1],
    [0, 0],
  ].map(([lo, hi]) =>
    countAccessCycles(
      makeRequest(() => -1, hi, lo),
      exchange,
    ),
  );
  expect(cycles).toEqual([2, 1, 1, 2, 0]);
});

describe('a parameter read', () => {
  const banks = (...numbers: number[]): number => numbers.reduce((bits, bank) => bits | (1 << bank), 0);

  it("uses the banks of each primitive's P0, P10 and P20, counted from the start of the wave's allocation", () => {
    const state = makeWaveState(32, 1, 256);
    const parameter = { attribute: 0, component: 1 };
    expect(requestsOfDirectRead(state, 0, parameter)).toEqual([banks(1, 5, 9)]);
    expect(requestsOfDirectRead(state, 30, parameter)).toEqual([banks(31, 3, 7)]);
    state.s[SCALAR.M0] = 1 << 16;
    expect(requestsOfDirectRead(state, 0, parameter)).toEqual([banks(1, 5, 9, 13, 17, 21)]);
  });

  it('sends requests for at most one dword per bank, so at most eight parameters each (P-135)', () => {
    const state = makeWaveState(64, 1, 256);
    const getRequests = (quads: number): readonly number[] => {
      state.s[SCALAR.M0] = (2 ** quads - 1) << 16;
      return requestsOfDirectRead(state, 0, { attribute: 0, component: 0 });
    };
    // Primitives are twelve dwords apart, so the third primitive's last parameter wraps around to the first bank.
    expect(getRequests(1)).toEqual([banks(0, 4, 8, 12, 16, 20)]);
    expect(getRequests(2)).toEqual([banks(0, 4, 8, 12, 16, 20, 24, 28), banks(0)]);
    expect(getRequests(7).length).toBe(3);
  });

  it('requests P0, P10 and P20 once per primitive, in quad order', () => {
    const starts = fc.oneof(fc.integer({ min: 0, max: 0x7fff }), fc.constantFrom(0, 0x7fff, 0x4000, 0x40));
    const numbers = fc.tuple(fc.nat(40), fc.nat(3), fc.nat(3), fc.nat(64));
    fc.assert(
      fc.property(starts, fc.constantFrom(32 as const, 64 as const), numbers, (mask, lanes, values) => {
        const [dword, attribute, component, first] = values;
        const state = makeWaveState(lanes, 1, 256);
        const m0 = (mask << 16) | (4 * dword);
        state.s[SCALAR.M0] = m0;
        const dwords = Array.from({ length: lanes / 4 }, (_, quad) =>
          getParameterIndex(m0, quad, attribute, 0, component),
        );
        const expected: Set<number>[] = [];
        for (const dword of new Set(dwords).values())
          for (const parameter of [0, 1, 2]) {
            const bank = (first + dword + 4 * parameter) % 32;
            if (expected.at(-1)?.has(bank) ?? true) expected.push(new Set());
            expected.at(-1)!.add(bank);
          }
        expect(requestsOfDirectRead(state, first, { attribute, component })).toEqual(
          expected.map((request) => banks(...request)),
        );
      }),
    );
  });

  it('uses the bank of the dword in M0 if there is no parameter', () => {
    const state = makeWaveState(32, 1, 256);
    state.s[SCALAR.M0] = 12 | (2 << 16);
    expect(requestsOfDirectRead(state, 30, undefined)).toEqual([banks(1)]);
  });
});
