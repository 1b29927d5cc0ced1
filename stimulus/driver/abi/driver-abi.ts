import { SAMPLE_POSITIONS } from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import type { CorpusRecord } from '../../corpus.js';
import type { ScratchRing } from '../scratch.js';
import { floatBits } from '../words.js';

/** A program as its driver knows it when it fills the table that all programs share. */
export interface TableUse {
  readonly record: CorpusRecord;
  readonly scratch: ScratchRing | undefined;
}

/** What the driver gives every pixel shader, besides the shader's own descriptors. */
export interface DriverAbi {
  /** Name of the argument that holds the address of the driver's internal table. */
  readonly table: string;
  /** What stands for that address in an object's map of user data, where the driver's objects have one. */
  readonly mappedTable?: number;
  /**
   * Upper half, in 48 bits, of the addresses of which user data holds the lower half: descriptor sets, copies of push
   * constants, epilogs.
   */
  readonly window: number;
  /** The same half as programs put it into a register. */
  readonly upperWord: number;
  /** The table's part that private memory needs, and the part with the positions of samples, each with what it points to. */
  readonly scratchTable: (use: TableUse) => MemoryObject[];
  readonly sampleTable: (use: TableUse) => MemoryObject[];
}

/** Bits of the floats x and y, 0 to 1 from the pixel's corner, of every sample: those of one sample first, then of 2, 4, 8, 16. */
export function samplePositionWords(): number[] {
  return Object.values(SAMPLE_POSITIONS).flatMap((positions) =>
    positions.flatMap((position) => position.map((sixteenths) => floatBits(sixteenths / 16))),
  );
}

/** An object of the driver, which no program writes. */
export function driverObject(name: string, address: number, initial: readonly number[]): MemoryObject {
  return { name, address, bytes: initial.length * 4, initial, compare: { kind: 'bytes' } };
}
