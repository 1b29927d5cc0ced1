import type { Instruction, MemoryRequest } from '../../arch/index.js';
import { CapturedScalars } from '../captured-scalars.js';
import type { Wave } from '../wave.js';

/** An outstanding operation. Records are pooled. */
export class LocalRecord {
  wave!: Wave;
  instruction!: Instruction;
  /** The device-wide ID of an indexed access. */
  access = 0;
  /** The cycle in which a parameter read or FLAT access was issued. */
  requestCycle = 0;
  /** The scalars captured when a parameter read was issued. */
  readonly scalars = new CapturedScalars();
  /** The lanes and data of an indexed access. Created when the record is first used for one. */
  request: MemoryRequest | undefined;

  constructor(readonly index: number) {}
}
