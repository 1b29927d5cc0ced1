import { describe, expect, it } from 'vitest';
import type { MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { makeWaveState, SCALAR } from '../../../arch/index.js';
import { banksOfDirectRead, passCycles } from '../../../rtl-model/lds/banks.js';

const ALL = 0xffffffff | 0;

function request(addressOf: (lane: number) => number, lanesHi = 0, lanesLo = ALL): MemoryRequest {
  return {
    lanesLo,
    lanesHi,
    addresses: Float64Array.from({ length: 64 }, (_, lane) => addressOf(lane)),
    data: new Int32Array(64),
  };
}

const operation = (access: MemoryOperation['access'], dwords = 1): MemoryOperation =>
  ({ access, dwords, bytes: 4 * dwords }) as MemoryOperation;

describe('an indexed access', () => {
  it.each([
    ['every lane its own bank', request((lane) => 4 * lane), operation('load'), 1],
    ['all lanes one dword', request(() => 16), operation('load'), 1],
    ['all lanes one bank', request((lane) => 128 * lane), operation('store'), 32],
    ['two lanes a bank', request((lane) => 8 * lane), operation('load'), 2],
    ['atomics on one dword', request(() => 16), operation('atomic'), 32],
    ['both halves of a wave64', request((lane) => 4 * lane, ALL), operation('load'), 2],
    ['two dwords a lane', request((lane) => 8 * lane), operation('load', 2), 2],
    ['two lanes of one bank among others', request((lane) => 128 * lane, 0, 0b101), operation('load'), 2],
    ['the highest lane alone', request((lane) => 4 * lane, 1 << 31, 0), operation('load'), 1],
    ['lanes out of range', request(() => -1), operation('load'), 0],
    ['the first lane of each half', request((lane) => 4 * lane, 1, 1), operation('store'), 2],
  ])('of %s takes the cycles of its fullest bank', (_, lanes, how, cycles) => {
    expect(passCycles(lanes, how)).toBe(cycles);
  });
});

it('an access between lanes takes a cycle for each half that takes part', () => {
  const between = { ...operation('load'), betweenLanes: true as const };
  const cycles = [
    [ALL, ALL],
    [ALL, 0],
    [0, ALL],
    [1, 1],
    [0, 0],
  ].map(([lo, hi]) =>
    passCycles(
      request(() => -1, hi, lo),
      between,
    ),
  );
  expect(cycles).toEqual([2, 1, 1, 2, 0]);
});

describe('a parameter read', () => {
  it('touches the banks of P0, P10 and P20 of each primitive, counted from where the part begins', () => {
    const state = makeWaveState(32, 1, 256);
    expect(banksOfDirectRead(state, 0, { attribute: 0, component: 1 })).toBe((1 << 1) | (1 << 5) | (1 << 9));
    expect(banksOfDirectRead(state, 30, { attribute: 0, component: 1 })).toBe(
      (1 << 31) | (1 << 3) | (1 << 7),
    );
    state.s[SCALAR.M0] = 1 << 16;
    const second = (1 << 13) | (1 << 17) | (1 << 21);
    expect(banksOfDirectRead(state, 0, { attribute: 0, component: 1 })).toBe(
      (1 << 1) | (1 << 5) | (1 << 9) | second,
    );
  });

  it('without a parameter touches the bank of the dword that M0 names', () => {
    const state = makeWaveState(32, 1, 256);
    state.s[SCALAR.M0] = 12 | (2 << 16);
    expect(banksOfDirectRead(state, 30, undefined)).toBe(1 << 1);
  });
});
