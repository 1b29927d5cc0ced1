import type { OrderedAccess, ProgramDescriptor } from '../../transactions/index.js';
import { isAccess } from './counter-use.js';
import { DATA_REGISTERS } from './names.js';

/** Whether an access's read and write bypass the caches, by coherence bits or because these were invalidated. */
export interface Coherence {
  readonly read: boolean;
  readonly write: boolean;
}

/** An object and the bytes of one of its slots, a bit each. */
interface Footprint {
  readonly place: string;
  readonly bytes: number;
  /** Whether it accesses the bytes on every path of the wave, through the vector caches. */
  readonly isCertain: boolean;
}

const NEVER: Coherence = { read: false, write: false };
const ALWAYS: Coherence = { read: true, write: true };

/**
 * Accesses that must bypass the caches, by the descriptor's `coherence`: with `ends` the first read and the last write of each
 * byte (S-104). Other accesses need not, if the same wave certainly reads all their bytes earlier (for a read) or writes them
 * later (for a write). Atomics are always coherent: they bypass the caches and evict their contents (S-102). Scalar reads have
 * another path to memory, so all accesses to their bytes are coherent.
 */
export function coherenceOf({
  coherence,
  section,
  discards,
}: ProgramDescriptor): ReadonlyMap<OrderedAccess, Coherence> {
  const accesses = section.steps.filter(isAccess);
  if (coherence !== 'ends')
    return new Map(accesses.map((access) => [access, coherence === 'none' ? NEVER : ALWAYS]));
  // Lanes execute all steps of a branch, an iteration or a layer, or none; arms of a switch divide them.
  const isStraight = section.shape !== 'switch';
  const discardsBetween = discards.inside !== 'none';
  return new Map(
    accesses.map((access, at) => {
      const ownFootprints = footprints(access, isStraight);
      const isCertain = ownFootprints.every(
        (each) => each.isCertain && !isTouchedOtherwise(accesses, each, isStraight),
      );
      const earlierReads = accesses.slice(0, at).filter(reads);
      const laterWrites = discardsBetween ? [] : accesses.slice(at + 1).filter(writes);
      return [
        access,
        {
          read: !(isCertain && ownFootprints.every((each) => isCovered(each, earlierReads, isStraight))),
          write: !(isCertain && ownFootprints.every((each) => isCovered(each, laterWrites, isStraight))),
        },
      ];
    }),
  );
}

function reads({ operation }: OrderedAccess): boolean {
  return operation !== 'store';
}

function writes({ operation }: OrderedAccess): boolean {
  return operation !== 'load';
}

function isAtomic({ operation }: OrderedAccess): boolean {
  return operation === 'atomic' || operation === 'atomic-return';
}

function footprints(access: OrderedAccess, isStraight: boolean): Footprint[] {
  const { path, object, slot } = access;
  const bytes = bytesOf(access);
  const isCertain = isStraight;
  if (path === 'image') return [{ place: 'image', bytes: 0xf, isCertain }];
  if (path === 'scalar') return [{ place: `first${slot}`, bytes, isCertain: false }];
  if (path === 'waterfall')
    return ['first', 'second'].map((each) => ({ place: `${each}${slot}`, bytes, isCertain: false }));
  return [{ place: `${path === 'buffer' ? object : 'second'}${slot}`, bytes, isCertain }];
}

function bytesOf(access: OrderedAccess): number {
  if (isAtomic(access)) return 0xf;
  if (access.size === 'u8') return 1;
  return access.size === 'u16' ? 3 : 2 ** (4 * DATA_REGISTERS[access.size]) - 1;
}

/** Whether one of the accesses alone certainly covers the bytes. */
function isCovered(
  { place, bytes }: Footprint,
  accesses: readonly OrderedAccess[],
  isStraight: boolean,
): boolean {
  return accesses.some((access) =>
    footprints(access, isStraight).some(
      (other) => other.isCertain && other.place === place && (bytes & ~other.bytes) === 0,
    ),
  );
}

/** Whether an uncertain access touches any of the bytes. */
function isTouchedOtherwise(
  accesses: readonly OrderedAccess[],
  { place, bytes }: Footprint,
  isStraight: boolean,
): boolean {
  return accesses.some((access) =>
    footprints(access, isStraight).some(
      (other) => !other.isCertain && other.place === place && (bytes & other.bytes) !== 0,
    ),
  );
}
