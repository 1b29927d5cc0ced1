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
  readonly wave: Wave;
  readonly instruction: { readonly index: number };
  readonly carried: CarriedScalars;
  readonly request: { readonly lanesLo: number; readonly lanesHi: number } | undefined;
}

/** The banks of one processor; what waits there is the scheduler's own. */
interface LocalProcessor {
  readonly isAwake: boolean;
  readonly banks: object & Record<'reads' | 'accesses', readonly (readonly { readonly index: number }[])[]>;
}

function writeOperation({ wave, instruction }: LocalOperation, walk: Walk): void {
  walk.wave(wave);
  walk.hash.word(instruction.index);
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
  [
    BankScheduler,
    {
      busyUntil: TIME,
      reads: { leftOut: 'written with the data share, by the waves of its records' },
      accesses: { leftOut: 'written with the data share, by the waves of its records' },
    },
  ],
  [
    LocalDataShare,
    {
      ...JOINED,
      free: { leftOut: 'the records that are not on their way' },
      records: {
        why: 'an operation counts by what it is, whatever record it has',
        write: (records: readonly LocalOperation[], walk, owner) => {
          const free = new Set((owner as unknown as { free: LocalOperation[] }).free);
          const used = records.filter((record) => !free.has(record));
          walk.unordered(used.length, (at, one) => {
            const { carried, request } = used[at]!;
            writeOperation(used[at]!, one);
            one.value(carried);
            one.value(request);
          });
        },
      },
      processors: {
        why: 'what waits for the banks counts by what it is, in the order of each queue',
        write: (processors: readonly LocalProcessor[], walk, owner) => {
          const { records } = owner as unknown as { records: readonly LocalOperation[] };
          for (const { banks, isAwake } of processors) {
            walk.value(isAwake);
            walk.fields(banks);
            for (const queue of [...banks.reads, ...banks.accesses]) {
              walk.hash.word(queue.length);
              for (const { index, ...waiting } of queue) {
                writeOperation(records[index]!, walk);
                for (const value of Object.values(waiting)) walk.value(value);
              }
            }
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
