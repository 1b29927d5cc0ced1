import type { OrderedAccess, ProgramDescriptor } from '../../transactions/index.js';
import { isAccess } from './emission.js';
import { DATA_REGISTERS } from './names.js';

/**
 * Whether an access's read and write bypass the caches, either through coherence bits or because the caches were
 * invalidated.
 */
export interface Coherence {
  readonly read: boolean;
  readonly write: boolean;
}

/** The bytes that an access touches in an object's slot, as a bit mask. */
interface Footprint {
  readonly location: string;
  readonly bytes: number;
  /** Whether every path of the wave accesses the bytes through the vector caches. */
  readonly isCertain: boolean;
}

const NEVER: Coherence = { read: false, write: false };
const ALWAYS: Coherence = { read: true, write: true };

/**
 * Returns which accesses must bypass the caches, depending on the descriptor's `coherence`. With `ends`, this applies
 * only to the first read and last write of each byte (S-104): a read can use the caches if the wave has definitely read
 * all of its bytes already, and a write can if the wave will definitely overwrite them later. Atomics are always
 * coherent: they bypass the caches and evict their contents (S-102). Scalar reads take a different path to memory, so
 * all accesses to their bytes are coherent.
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
  const isLinear = section.shape !== 'switch';
  const discardsBetween = discards.inside !== 'none';
  return new Map(
    accesses.map((access, i) => {
      const accessFootprints = listFootprints(access, isLinear);
      const isCertain = accessFootprints.every(
        (footprint) => footprint.isCertain && !mayBeTouched(accesses, footprint, isLinear),
      );
      const earlierReads = accesses.slice(0, i).filter(readsMemory);
      const laterWrites = discardsBetween ? [] : accesses.slice(i + 1).filter(writesMemory);
      return [
        access,
        {
          read: !(
            isCertain && accessFootprints.every((footprint) => isCovered(footprint, earlierReads, isLinear))
          ),
          write: !(
            isCertain && accessFootprints.every((footprint) => isCovered(footprint, laterWrites, isLinear))
          ),
        },
      ];
    }),
  );
}

function readsMemory({ operation }: OrderedAccess): boolean {
  return operation !== 'store';
}

function writesMemory({ operation }: OrderedAccess): boolean {
  return operation !== 'load';
}

function isAtomic({ operation }: OrderedAccess): boolean {
  return operation === 'atomic' || operation === 'atomic-return';
}

function listFootprints(access: OrderedAccess, isLinear: boolean): Footprint[] {
  const { path, object, slot } = access;
  const bytes = getBytes(access);
  const isCertain = isLinear;
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

/** Whether a single access is certain to cover all of the bytes. */
function isCovered(
  { location, bytes }: Footprint,
  accesses: readonly OrderedAccess[],
  isLinear: boolean,
): boolean {
  return accesses.some((access) =>
    listFootprints(access, isLinear).some(
      (other) => other.isCertain && other.location === location && (bytes & ~other.bytes) === 0,
    ),
  );
}

/** Whether any uncertain access may touch any of the bytes. */
function mayBeTouched(
  accesses: readonly OrderedAccess[],
  { location, bytes }: Footprint,
  isLinear: boolean,
): boolean {
  return accesses.some((access) =>
    listFootprints(access, isLinear).some(
      (other) => !other.isCertain && other.location === location && (bytes & other.bytes) !== 0,
    ),
  );
}
