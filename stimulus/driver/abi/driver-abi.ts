import { SAMPLE_POSITIONS } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import type { CorpusRecord } from '../../corpus.js';
import type { ScratchRing } from '../scratch.js';
import { toFloatBits } from '../words.js';

/** What a driver knows about the program when it fills in its internal table. */
export interface TableContext {
  readonly record: CorpusRecord;
  readonly scratch: ScratchRing | undefined;
}

/** What a driver provides to every pixel shader, in addition to the shader's descriptors. */
export interface DriverAbi {
  /** The name of the argument that holds the address of the driver's internal table. */
  readonly table: string;
  /** That address's key in the object's user data map, for drivers whose objects have one. */
  readonly mappedTable?: number;
  /**
   * The 48-bit address, with lower 32 bits of 0, that supplies the upper 16 bits of addresses whose lower 32 bits are
   * passed in user data: those of descriptor sets, copies of push constants and epilogs.
   */
  readonly window: number;
  /** The upper word of those addresses, as programs load it into a register. */
  readonly upperWord: number;
  /** Creates the part of the table that points to scratch memory, if any, but not the scratch memory itself. */
  readonly scratchTable: (context: TableContext) => MemoryObject[];
  /** Creates the part of the table for sample positions, and the positions themselves. */
  readonly sampleTable: (context: TableContext) => MemoryObject[];
}

/**
 * Returns the float bits of all sample positions: x, then y, from 0 to 1, measured from the corner of the pixel. The
 * positions for one sample come first, then those for 2, 4, 8 and 16.
 */
export function getSamplePositionWords(): number[] {
  return Object.values(SAMPLE_POSITIONS).flatMap((positions) =>
    positions.flatMap((position) => position.map((sixteenths) => toFloatBits(sixteenths / 16))),
  );
}

/** Creates a driver-owned memory object, which no program writes. */
export function createDriverObject(name: string, address: number, initial: readonly number[]): MemoryObject {
  return { name, address, bytes: initial.length * 4, initial, compare: { kind: 'bytes' } };
}
