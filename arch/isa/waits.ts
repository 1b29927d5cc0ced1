import type { Gfx } from '../chips.js';
import { type CounterName, getCounters } from '../counters.js';
import { type ByGeneration, findGenerationEntry, isAtLeast } from '../since-generation.js';
import { type Bits, bits, readBits } from './formats/layout.js';

/** The counters encoded in a wait's immediate, with their fields, in the order they are printed. */
type CounterFields = readonly (readonly [counter: CounterName, field: Bits])[];

/** The fields of a wait instruction. Each entry applies from its generation until the next entry's. */
type WaitFields = ByGeneration<CounterFields>;

/** The fields of `s_waitcnt`. GFX9 ignores bits 13:12. */
const WAITCNT: WaitFields = {
  gfx9: [
    ['vm', [...bits(0, 4), ...bits(14, 2)]],
    ['exp', bits(4, 3)],
    ['lgkm', bits(8, 4)],
  ],
  gfx10: [
    ['vm', [...bits(0, 4), ...bits(14, 2)]],
    ['exp', bits(4, 3)],
    ['lgkm', bits(8, 6)],
  ],
  gfx11: [
    ['vm', bits(10, 6)],
    ['exp', bits(0, 3)],
    ['lgkm', bits(4, 6)],
  ],
};

/** What the fields of `s_waitcnt` cover on GFX12, where it is deprecated: what their counters counted before. */
const GFX12_GROUPS: Readonly<Partial<Record<CounterName, readonly CounterName[]>>> = {
  vm: ['vm', 'sample', 'bvh', 'vs'],
  lgkm: ['lgkm', 'km'],
};

/** Returns the fields of a wait for one counter on GFX10 to GFX11.5. The field always has six bits. */
function makeWaitBeforeGfx12(counter: CounterName): WaitFields {
  return { gfx10: [[counter, bits(0, 6)]], gfx12: [] };
}

/** Returns the fields of a wait for one counter on GFX12 and later. */
function makeWaitSinceGfx12(counter: CounterName): WaitFields {
  return { gfx12: [[counter, bits(0, 6)]] };
}

/** Returns the fields of a wait for two counters on GFX12 and later, with the second in the lower bits. */
function makeDoubleWaitSinceGfx12(first: CounterName, second: CounterName): WaitFields {
  return {
    gfx12: [
      [first, bits(8, 6)],
      [second, bits(0, 6)],
    ],
  };
}

/**
 * The instructions that wait for counters, by LLVM name. Generated programs use the first one that has the counters
 * they need.
 */
export const WAITS = {
  s_wait_loadcnt: makeWaitSinceGfx12('vm'),
  s_wait_storecnt: makeWaitSinceGfx12('vs'),
  s_wait_samplecnt: makeWaitSinceGfx12('sample'),
  s_wait_bvhcnt: makeWaitSinceGfx12('bvh'),
  s_wait_expcnt: makeWaitSinceGfx12('exp'),
  s_wait_dscnt: makeWaitSinceGfx12('lgkm'),
  s_wait_kmcnt: makeWaitSinceGfx12('km'),
  s_wait_loadcnt_dscnt: makeDoubleWaitSinceGfx12('vm', 'lgkm'),
  s_wait_storecnt_dscnt: makeDoubleWaitSinceGfx12('vs', 'lgkm'),
  s_waitcnt: WAITCNT,
  s_waitcnt_vscnt: makeWaitBeforeGfx12('vs'),
  s_waitcnt_vmcnt: makeWaitBeforeGfx12('vm'),
  s_waitcnt_expcnt: makeWaitBeforeGfx12('exp'),
  s_waitcnt_lgkmcnt: makeWaitBeforeGfx12('lgkm'),
} as const satisfies Readonly<Record<string, WaitFields>>;

/** LLVM's name of a counter wait. */
export type WaitName = keyof typeof WAITS;

/** For each counter, the highest value at which the wave may continue. The wave does not wait for absent counters. */
export type Wait = Readonly<Partial<Record<CounterName, number>>>;

/** Returns the fields of a wait instruction in a generation, or an empty list if the generation lacks it. */
export function getWaitFields(name: WaitName, gfx: Gfx): CounterFields {
  return findGenerationEntry<CounterFields>(WAITS[name], gfx) ?? [];
}

/** Returns the maximum value of a counter's field, which means "no wait". */
function getUnlimitedValue(field: Bits): number {
  return 2 ** field.reduce((sum, [, width]) => sum + width, 0) - 1;
}

/** Returns all counter values in an immediate, including those that mean "no wait". */
export function readWaitValues(
  name: WaitName,
  immediate: number,
  gfx: Gfx,
): [CounterName, number, noWait: number][] {
  return getWaitFields(name, gfx).map(([counter, field]) => [
    counter,
    readBits([immediate], 0, field),
    getUnlimitedValue(field),
  ]);
}

/** Decodes the counter limits that a wait imposes. The wave does not wait for absent counters. */
export function decodeWait(name: WaitName, immediate: number, gfx: Gfx): Wait {
  const limits = readWaitValues(name, immediate, gfx).filter(([, value, unlimited]) => value !== unlimited);
  const isGrouped = name === 's_waitcnt' && isAtLeast(gfx, 'gfx12');
  return Object.fromEntries(
    limits.flatMap(([counter, value]) =>
      (isGrouped ? (GFX12_GROUPS[counter] ?? [counter]) : [counter]).map((each) => [each, value] as const),
    ),
  );
}

/** Returns a wait for all counters of a generation. */
export function waitForAll(gfx: Gfx): Wait {
  return Object.fromEntries(getCounters(gfx).map(({ counter }) => [counter, 0]));
}
