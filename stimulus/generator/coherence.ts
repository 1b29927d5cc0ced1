import type { OrderedAccess, ProgramDescriptor } from '../../transactions/index.js';
import { isAccess } from './counter-use.js';
import { DATA_REGISTERS } from './names.js';

/**
 * Whether the read and the write of an access bypass the caches, either through coherence bits or because the
 * caches were invalidated.
 */
export interface Coherence {
  readonly read: boolean;
  readonly write: boolean;
}

/** An object's slot, and the bytes that an access touches in it, one bit per byte. */
interface Footprint {
  readonly location: string;
  readonly bytes: number;
  /** Whether every path of the wave accesses the bytes through the vector caches. */
  readonly isCertain: boolean;
}

const NEVER: Coherence = { read: false, write: false };
const ALWAYS: Coherence = { read: true, write: true };

/**
 * Returns which accesses must bypass the caches, depending on the descriptor's `coherence`. With `ends`, these are
 * the first read and the last write of each byte (S-104). A read need not bypass the caches if the wave is certain
 * to have read all its bytes before, nor a write if the wave is certain to write its bytes again. Atomics are
 * always coherent: they bypass the caches and evict their contents (S-102). Scalar reads reach memory on another
 * path, so all accesses to their bytes are coherent.
 */
export function getCoherence({
  coherence,
  section,
  discards,
}: ProgramDescriptor): ReadonlyMap<OrderedAccess, Coherence> {
  const accesses = section.steps.filter(isAccess);
  if (coherence !== 'ends')
    return new Map(accesses.map((access) => [access, coherence === 'none' ? NEVER : ALWAYS]));
  // A lane executes all steps of a branch, iteration or layer, or none of them. Only a switch divides the steps
  // among lanes.
  const isStraight = section.shape !== 'switch';
  const discardsBetween = discards.inside !== 'none';
  return new Map(
    accesses.map((access, i) => {
      const ownFootprints = footprints(access, isStraight);
      const isCertain = ownFootprints.every(
        (footprint) => footprint.isCertain && !isTouchedUncertainly(accesses, footprint, isStraight),
      );
      const earlierReads = accesses.slice(0, i).filter(reads);
      const laterWrites = discardsBetween ? [] : accesses.slice(i + 1).filter(writes);
      return [
        access,
        {
          read: !(
            isCertain && ownFootprints.every((footprint) => isCovered(footprint, earlierReads, isStraight))
          ),
          write: !(
            isCertain && ownFootprints.every((footprint) => isCovered(footprint, laterWrites, isStraight))
          ),
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
  const bytes = getBytes(access);
  const isCertain = isStraight;
  if (path === 'image') return [{ location: 'image', bytes: 0xf, isCertain }];
  if (path === 'scalar') return [{ location: `first${slot}`, bytes, isCertain: false }];
  if (path === 'waterfall')
    return ['first', 'second'].map((buffer) => ({ location: `${buffer}${slot}`, bytes, isCertain: false }));
  return [{ location: `${path === 'buffer' ? object : 'second'}${slot}`, bytes, isCertain }];
}

function getBytes(access: OrderedAccess): number {
  if (isAtomic(access)) return 0xf;
  if (access.size === 'u8') return 1;
  return access.size === 'u16' ? 3 : 2 ** (4 * DATA_REGISTERS[access.size]) - 1;
}

/** Returns whether a single access is certain to cover all the bytes. */
function isCovered(
  { location, bytes }: Footprint,
  accesses: readonly OrderedAccess[],
  isStraight: boolean,
): boolean {
  return accesses.some((access) =>
    footprints(access, isStraight).some(
      (other) => other.isCertain && other.location === location && (bytes & ~other.bytes) === 0,
    ),
  );
}

/** Returns whether an uncertain access touches any of the bytes. */
function isTouchedUncertainly(
  accesses: readonly OrderedAccess[],
  { location, bytes }: Footprint,
  isStraight: boolean,
): boolean {
  return accesses.some((access) =>
    footprints(access, isStraight).some(
      (other) => !other.isCertain && other.location === location && (bytes & other.bytes) !== 0,
    ),
  );
}
