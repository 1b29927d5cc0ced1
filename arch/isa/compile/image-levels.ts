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

/** The parameters of a linear image's layout. */
export interface LinearImage {
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

/** The default alignment of rows in bytes. */
const ROW_ALIGNMENT = 256;

/**
 * Returns the levels of a linear image. With real hardware, the driver chooses the layout. Here, the levels of a layer are
 * consecutive, each with its own row pitch. The layers, or the fragments of a multisampled image, are also consecutive.
 */
export function imageLevels(image: LinearImage): { levels: readonly ImageLevel[]; layerBytes: number } {
  const levels: ImageLevel[] = [];
  let offset = 0;
  for (let i = 0; i < image.count; i++) {
    const [width, height, depth] = [image.width, image.height, image.depth].map((size) =>
      Math.max(1, size >> i),
    );
    const usesGivenPitch = i === 0 && image.pitch >= image.width;
    const pitch = usesGivenPitch
      ? image.pitch * image.bytes
      : Math.ceil((width * image.bytes) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    levels.push({ offset, pitch, width, height, depth });
    offset += pitch * height * depth;
  }
  return { levels, layerBytes: offset };
}
