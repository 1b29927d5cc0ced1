import type { Instruction, MemoryRequest } from '../../arch/index.js';
import { CapturedScalars } from '../captured-scalars.js';
import type { Wave } from '../wave.js';

/** One outstanding operation; records are pooled. */
export class LocalRecord {
  wave!: Wave;
  instruction!: Instruction;
  /** Sequence number of an indexed access in the device. */
  access = 0;
  /** Issue cycle of a parameter read or FLAT access. */
  requestCycle = 0;
  /** Used by parameter reads. */
  readonly scalars = new CapturedScalars();
  /** Lanes and data of an indexed access; created when the record first carries one. */
  request: MemoryRequest | undefined;

  constructor(readonly index: number) {}
}
