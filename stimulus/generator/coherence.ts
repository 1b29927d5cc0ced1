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
  readonly certain: boolean;
}

const NEVER: Coherence = { read: false, write: false };
const ALWAYS: Coherence = { read: true, write: true };

/**
 * Accesses that must bypass the caches, by the descriptor's `coherence`: with `ends` the first read and the last write of each
 * byte (S-104). Others need not if the same wave certainly makes a coherent access: before a read, after a write. Atomics are
 * always coherent: they bypass the caches and evict their contents (S-102). Scalar reads have another path to memory, so all
 * accesses to their bytes are coherent.
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
  const straight = section.shape !== 'switch';
  const diesBetween = discards.inside !== 'none';
  return new Map(
    accesses.map((access, at) => {
      const own = footprints(access, straight);
      const certain = own.every((each) => each.certain && !isTouchedOtherwise(accesses, each, straight));
      const before = accesses.slice(0, at).filter(reads);
      const after = diesBetween ? [] : accesses.slice(at + 1).filter(writes);
      return [
        access,
        {
          read: !(certain && own.every((each) => isCovered(each, before, straight))),
          write: !(certain && own.every((each) => isCovered(each, after, straight))),
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

function footprints(access: OrderedAccess, straight: boolean): Footprint[] {
  const { path, object, slot } = access;
  const bytes = bytesOf(access);
  const certain = straight;
  if (path === 'image') return [{ place: 'image', bytes: 0xf, certain }];
  if (path === 'scalar') return [{ place: `first${slot}`, bytes, certain: false }];
  if (path === 'waterfall')
    return ['first', 'second'].map((each) => ({ place: `${each}${slot}`, bytes, certain: false }));
  return [{ place: `${path === 'buffer' ? object : 'second'}${slot}`, bytes, certain }];
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
  straight: boolean,
): boolean {
  return accesses.some((access) =>
    footprints(access, straight).some(
      (other) => other.certain && other.place === place && (bytes & ~other.bytes) === 0,
    ),
  );
}

/** Whether an access that is uncertain, or not a plain load or store, touches any of the bytes. */
function isTouchedOtherwise(
  accesses: readonly OrderedAccess[],
  { place, bytes }: Footprint,
  straight: boolean,
): boolean {
  return accesses.some((access) =>
    footprints(access, straight).some(
      (other) => !other.certain && other.place === place && (bytes & other.bytes) !== 0,
    ),
  );
}
