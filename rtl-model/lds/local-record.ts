import type { Instruction, MemoryRequest } from '../../arch/index.js';
import { CarriedScalars } from '../carried-scalars.js';
import type { Wave } from '../wave.js';

/** One operation on its way; records are pooled. */
export class LocalRecord {
  wave!: Wave;
  instruction!: Instruction;
  /** Running number of an indexed access in the device. */
  access = 0;
  /** Cycle of issue, of a parameter read or a FLAT access. */
  asked = 0;
  /** Of a parameter read. */
  readonly carried = new CarriedScalars();
  /** Lanes and data of an indexed access; made when the record first carries one. */
  request: MemoryRequest | undefined;

  constructor(readonly index: number) {}
}
