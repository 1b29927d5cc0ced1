import type { WaveSize } from '../../arch/index.js';

/** An object's metadata of its pixel shader. */
export interface ShaderMetadata {
  /** Raw registers by name. */
  readonly registers: Readonly<Record<string, number>>;
  /** Values by `REGISTER.FIELD`, if a driver sets the register's other fields. */
  readonly fields: Readonly<Record<string, number>>;
  /** Symbol of the program. */
  readonly entry: string | undefined;
  readonly wave: WaveSize | undefined;
  /** What the driver loads into each user SGPR from s0, in its own numbers, if the file has a map. */
  readonly userDataMap?: readonly number[];
  /** Private bytes per lane. */
  readonly scratchBytes: number;
}
