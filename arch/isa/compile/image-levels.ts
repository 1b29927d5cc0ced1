/** One level of a linear image. */
export interface ImageLevel {
  /** Byte offset from the start of the layer. */
  readonly offset: number;
  /** Row pitch in bytes. */
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** Parameters that determine the layout of a linear image. */
interface LinearImage {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Row pitch of the largest level in texels. Ignored if it is less than the width. */
  readonly pitch: number;
  /** Number of levels. */
  readonly count: number;
  /** Number of bytes per texel. */
  readonly bytes: number;
}

/** Default row alignment in bytes. */
const ROW_ALIGNMENT = 256;

/**
 * Returns the levels of a linear image. On real hardware, the driver chooses the layout. Here, a layer's levels are
 * consecutive, each with its own row pitch. Layers, or the fragments of a multisampled image, are also consecutive.
 */
export function layOutLevels(image: LinearImage): { levels: readonly ImageLevel[]; layerBytes: number } {
  const levels: ImageLevel[] = [];
  let offset = 0;
  for (let i = 0; i < image.count; i++) {
    const [width, height, depth] = [image.width, image.height, image.depth].map((size) =>
      Math.max(1, size >> i),
    );
    const hasExplicitPitch = i === 0 && image.pitch >= image.width;
    const pitch = hasExplicitPitch
      ? image.pitch * image.bytes
      : Math.ceil((width * image.bytes) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    levels.push({ offset, pitch, width, height, depth });
    offset += pitch * height * depth;
  }
  return { levels, layerBytes: offset };
}
