import type { ImageKind } from '../../arch/index.js';

/** A resource listed in a state file (state-file.md): where its descriptor is, and what it describes. */
export interface GivenResource {
  /** The name of the memory object; also the argument's name if the descriptor is not in a set. */
  readonly name: string;
  /** What the descriptor describes. */
  readonly kind: 'buffer' | 'image' | 'sampler';
  /** The number of the descriptor set. */
  readonly set?: number;
  /** The byte offset from the start of the set. */
  readonly offset?: number;
  /** The size of a buffer in bytes. */
  readonly bytes?: number;
  /** The stride of a buffer in bytes. */
  readonly stride?: number;
  /** Whether a buffer is swizzled. */
  readonly swizzle?: boolean;
  /** The format of a texel or typed-buffer element: a hardware name without its prefix, or a GLSL name. */
  readonly format?: string;
  readonly dimension?: ImageKind;
  /** The width of an image in texels. */
  readonly width?: number;
  /** The height of an image in texels. */
  readonly height?: number;
  /** The depth of an image in texels or layers. */
  readonly depth?: number;
  /** The number of samples per texel of an image. */
  readonly samples?: number;
  /** Whether the object is initially filled with a pattern instead of zeros. */
  readonly read_only?: boolean;
  /** The first words of the object's initial contents in every scene, in hexadecimal. */
  readonly contents?: readonly string[];
}
