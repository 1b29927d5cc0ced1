import type { WaveSize } from '../../arch/index.js';

/** An object's metadata about its pixel shader. */
export interface ShaderMetadata {
  /** Raw register values keyed by name. */
  readonly registers: Readonly<Record<string, number>>;
  /** Field values keyed by `REGISTER.FIELD`, for registers whose other fields the driver sets. */
  readonly fields: Readonly<Record<string, number>>;
  /** The name of the program's symbol. */
  readonly entry: string | undefined;
  readonly wave: WaveSize | undefined;
  /** What the driver loads into each user SGPR, from s0 on, in the driver's numbering. Undefined if not recorded. */
  readonly userDataMap?: readonly number[];
  /** Scratch bytes per lane. */
  readonly scratchBytes: number;
}
