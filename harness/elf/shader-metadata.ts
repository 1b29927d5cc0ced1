import type { WaveSize } from '../../arch/index.js';

/** What an object says of its pixel shader beside the code. */
export interface ShaderMetadata {
  /** Raw registers by name. */
  readonly registers: Readonly<Record<string, number>>;
  /** Values by `REGISTER.FIELD`, where a driver fills in the other fields of the register. */
  readonly fields: Readonly<Record<string, number>>;
  /** Symbol of the program. */
  readonly entry: string | undefined;
  readonly wave: WaveSize | undefined;
  /** What the driver is to load into each user SGPR from s0 on, in its own numbers, where the file has a map of them. */
  readonly userDataMap?: readonly number[];
  /** Private bytes of a lane. */
  readonly scratchBytes: number;
}
