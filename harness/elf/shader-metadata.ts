import type { WaveSize } from '../../arch/index.js';

/** An object's metadata about its pixel shader. */
export interface ShaderMetadata {
  /** Raw register values keyed by name. */
  readonly registers: Readonly<Record<string, number>>;
  /** Field values keyed by `REGISTER.FIELD`, for registers whose other fields are set by the driver. */
  readonly fields: Readonly<Record<string, number>>;
  /** The program's symbol. */
  readonly entry: string | undefined;
  readonly wave: WaveSize | undefined;
  /**
   * What the driver loads into each user SGPR, starting at s0, in the driver's own numbering; absent if the
   * object has no map.
   */
  readonly userDataMap?: readonly number[];
  /** Scratch bytes per lane. */
  readonly scratchBytes: number;
}
