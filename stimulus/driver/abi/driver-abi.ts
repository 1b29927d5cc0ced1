import { SAMPLE_POSITIONS } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import type { CorpusRecord } from '../../corpus.js';
import type { ScratchRing } from '../scratch.js';
import { floatBits } from '../words.js';

/** A program as seen by its driver when filling the table shared by all programs. */
export interface TableUse {
  readonly record: CorpusRecord;
  readonly scratch: ScratchRing | undefined;
}

/** Data that the driver provides to every pixel shader, besides the shader's descriptors. */
export interface DriverAbi {
  /** Name of the argument holding the address of the driver's internal table. */
  readonly table: string;
  /** Number of that address in an object's user data map, if the driver's objects have one. */
  readonly mappedTable?: number;
  /**
   * Upper half (48 bits) of the addresses whose lower half is in user data: descriptor sets, copies of push
   * constants, epilogs.
   */
  readonly window: number;
  /** That half as programs load it into a register. */
  readonly upperWord: number;
  /** The table's part that points to private memory, if any; without that memory. */
  readonly scratchTable: (use: TableUse) => MemoryObject[];
  /** The table's part for sample positions, and the positions themselves. */
  readonly sampleTable: (use: TableUse) => MemoryObject[];
}

/**
 * Float bits of every sample's position: x, then y, from 0 to 1 from the pixel's corner. The positions of one sample come
 * first, then those of 2, 4, 8 and 16.
 */
export function samplePositionWords(): number[] {
  return Object.values(SAMPLE_POSITIONS).flatMap((positions) =>
    positions.flatMap((position) => position.map((sixteenths) => floatBits(sixteenths / 16))),
  );
}

/** A driver object, which no program writes. */
export function driverObject(name: string, address: number, initial: readonly number[]): MemoryObject {
  return { name, address, bytes: initial.length * 4, initial, compare: { kind: 'bytes' } };
}
