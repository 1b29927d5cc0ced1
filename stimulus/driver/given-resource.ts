import type { ImageKind } from '../../arch/index.js';

/**
 * A resource in a state (state-file.md): the place and contents of its descriptor. A buffer's `bytes` and `stride` are in
 * bytes, an image's `width`, `height` and `depth` in texels or layers; `samples` counts the samples of a texel; `swizzle` is a
 * switch.
 */
export interface GivenResource {
  /** Name of the memory object, and of an argument if the descriptor is in no set. */
  readonly name: string;
  /** What the descriptor describes. */
  readonly kind: 'buffer' | 'image' | 'sampler';
  /** Number of the descriptor set. */
  readonly set?: number;
  /** Bytes from the start of the set. */
  readonly offset?: number;
  readonly bytes?: number;
  readonly stride?: number;
  readonly swizzle?: boolean;
  /** Format of a texel, or of an element of a typed buffer: the hardware's name without prefix, or one of GLSL's. */
  readonly format?: string;
  readonly dimension?: ImageKind;
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly samples?: number;
  /** Whether it initially holds a pattern instead of zeros. */
  readonly read_only?: boolean;
  /** Its first words in every scene, in hexadecimal. */
  readonly contents?: readonly string[];
}
