import type { ImageKind } from '../../arch/index.js';

/**
 * A resource listed in a state file (state-file.md): where its descriptor is, and what it describes. The `bytes`
 * and `stride` of a buffer are in bytes; the `width`, `height` and `depth` of an image are in texels or layers;
 * `samples` is the number of samples per texel; `swizzle` is on or off.
 */
export interface GivenResource {
  /** The name of the memory object, and also of an argument if the descriptor is in no set. */
  readonly name: string;
  /** What the descriptor describes. */
  readonly kind: 'buffer' | 'image' | 'sampler';
  /** The number of the descriptor set. */
  readonly set?: number;
  /** The byte offset from the start of the set. */
  readonly offset?: number;
  readonly bytes?: number;
  readonly stride?: number;
  readonly swizzle?: boolean;
  /** The format of a texel, or of an element of a typed buffer: a hardware name without prefix, or a GLSL name. */
  readonly format?: string;
  readonly dimension?: ImageKind;
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly samples?: number;
  /** Whether the object is initially filled with a pattern instead of zeros. */
  readonly read_only?: boolean;
  /** The first words of the object in every scene, in hexadecimal. */
  readonly contents?: readonly string[];
}
