import type { WaveSize } from '../../arch/index.js';

/** What an object says about its pixel shader. */
export interface ShaderMetadata {
  /** The raw registers, by name. */
  readonly registers: Readonly<Record<string, number>>;
  /** Field values by `REGISTER.FIELD`, for registers whose other fields the driver sets. */
  readonly fields: Readonly<Record<string, number>>;
  /** The program's symbol. */
  readonly entry: string | undefined;
  readonly wave: WaveSize | undefined;
  /** What the driver loads into each user SGPR, starting at s0, in the driver's own numbering; absent without a map. */
  readonly userDataMap?: readonly number[];
  /** The bytes of private memory per lane. */
  readonly scratchBytes: number;
}
