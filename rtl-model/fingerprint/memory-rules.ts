import { CarriedScalars } from '../carried-scalars.js';
import { GlobalDataShare } from '../gds/global-data-share.js';
import { BankScheduler } from '../lds/bank-scheduler.js';
import { LocalDataShare } from '../lds/local-data-share.js';
import { LocalMemory } from '../lds/local-memory.js';
import { type AccessRecord, LANES_MAX } from '../memory/access-record.js';
import { AddressMap } from '../memory/address-map.js';
import { Locator } from '../memory/locator.js';
import { Memory } from '../memory/memory.js';
import { PathCycles } from '../memory/path-cycles.js';
import { ReturnOrder } from '../memory/return-order.js';
import { AddressUnits, Gl2Channels } from '../memory/texture-queues.js';
import { Translation } from '../memory/translation.js';
import type { Wave } from '../wave.js';
import { type ClassRules, FIXED, SCRATCH, TIME, type Walk } from './field-rule.js';

const JOINED = { context: FIXED, listener: FIXED, outputs: FIXED };

/** Lanes in half of an execution mask. */
const HALF = 32;

/** An operation of the local data share that is on its way; its class is the unit's own. */
interface LocalOperation {
  readonly index: number;
  readonly wave: Wave;
  readonly instruction: { readonly index: number };
  readonly carried: CarriedScalars;
  readonly request: { readonly lanesLo: number; readonly lanesHi: number } | undefined;
}

/**
 * Adds an access that is on its way: its wave, its instruction, and of its active lanes what each asks for and carries. The data of
 * a load is that of an older access until it performs.
 */
export function writeAccess(record: AccessRecord, walk: Walk): void {
  const { hash } = walk;
  const { operation, lanesLo, lanesHi, texels } = record;
  walk.wave(record.wave);
  hash.word(record.instruction.index);
  for (const value of [operation.access, operation.space, operation.counter, record.fault]) hash.text(value);
  for (const value of [operation.bytes, operation.dwords, record.open, lanesLo, lanesHi]) hash.word(value);
  walk.value(record.replayed);
  hash.word(record.dirtyLines);
  const hasData = operation.access !== 'load' || record.open < 2;
  if (texels !== undefined) {
    walk.value(texels);
    hash.numbers(record.addresses);
    hash.words(record.offsets);
    if (hasData) hash.words(record.data);
    return;
  }
  for (let lane = 0; lane < LANES_MAX; lane++) {
    const half = lane < HALF ? lanesLo : lanesHi;
    if (((half >>> (lane % HALF)) & 1) === 0) continue;
    hash.number(record.addresses[lane]!);
    hash.word(record.offsets[lane]!);
    for (let dword = 0; hasData && dword < operation.dwords; dword++)
      hash.word(record.data[dword * LANES_MAX + lane]!);
  }
}

/** Memory and the data shares. */
export const MEMORY_RULES: ClassRules = [
  [
    Memory,
    {
      ...JOINED,
      free: { leftOut: 'names of records; one that is used again is set up anew' },
      hierarchy: { leftOut: 'stale caches are not searched' },
      records: {
        why: 'accesses count by what they are, whatever record they have',
        write: (records: readonly AccessRecord[], walk) => {
          const used = records.filter(({ open }) => open > 0);
          walk.unordered(used.length, (at, one) => writeAccess(used[at]!, one));
        },
      },
    },
  ],
  [
    AddressMap,
    {
      regions: FIXED,
      bytes: { leftOut: 'the same words' },
      latest: { leftOut: 'where the next look-up begins' },
    },
  ],
  [Locator, { map: FIXED, stamps: SCRATCH, stamp: SCRATCH, first: SCRATCH, end: SCRATCH, distance: SCRATCH }],
  [ReturnOrder, JOINED],
  [Translation, JOINED],
  [
    AddressUnits,
    {
      freeAt: TIME,
      oldest: { leftOut: 'where a ring of cycles begins; all of them lie in the past, or none has room' },
      leaves: {
        why: 'a ring of cycles for each unit, oldest first',
        write: (leaves: readonly (Float64Array | undefined)[], walk, owner) => {
          const { oldest } = owner as unknown as { oldest: Int32Array };
          for (const [unit, ring] of leaves.entries())
            for (let at = 0; ring !== undefined && at < ring.length; at++)
              walk.time(ring[(oldest[unit]! + at) % ring.length]!);
        },
      },
    },
  ],
  [Gl2Channels, { freeAt: TIME }],
  [PathCycles, { lastPerform: TIME, lastReturn: TIME }],
  [CarriedScalars, {}],
  [LocalMemory, { ...JOINED, extra: FIXED }],
  [BankScheduler, { busyUntil: TIME }],
  [
    LocalDataShare,
    {
      ...JOINED,
      free: { leftOut: 'the records that are not on their way' },
      records: {
        why: 'a record that is not on its way is set up anew',
        write: (records: readonly LocalOperation[], walk, owner) => {
          const free = new Set((owner as unknown as { free: LocalOperation[] }).free);
          for (const record of records) {
            if (free.has(record)) continue;
            const { index, wave, instruction, carried, request } = record;
            walk.hash.word(index);
            walk.wave(wave);
            walk.hash.word(instruction.index);
            walk.value(carried);
            walk.value(request);
          }
        },
      },
    },
  ],
  [
    GlobalDataShare,
    {
      ...JOINED,
      records: { leftOut: 'the global data share is not searched' },
      free: { leftOut: 'the global data share is not searched' },
    },
  ],
];
