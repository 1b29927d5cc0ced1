/** One level of a linear image. */
export interface ImageLevel {
  /** Bytes from the start of its layer. */
  readonly offset: number;
  /** Bytes from one row to the next. */
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** Parameters of a linear image's layout. */
export interface LinearImage {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Row pitch of the largest level in texels; used if rows fit in it. */
  readonly pitch: number;
  /** Number of levels. */
  readonly count: number;
  /** Bytes of a texel. */
  readonly bytes: number;
}

/** Default row alignment in bytes. */
const ROW_ALIGNMENT = 256;

/**
 * Levels of a linear image. In hardware the driver chooses the layout. Here the levels of a layer are consecutive, each with
 * its own row pitch, and so are the layers (or fragments of a multisampled image).
 */
export function imageLevels(image: LinearImage): { levels: readonly ImageLevel[]; layerBytes: number } {
  const levels: ImageLevel[] = [];
  let offset = 0;
  for (let i = 0; i < image.count; i++) {
    const [width, height, depth] = [image.width, image.height, image.depth].map((size) =>
      Math.max(1, size >> i),
    );
    const isPitchGiven = i === 0 && image.pitch >= image.width;
    const pitch = isPitchGiven
      ? image.pitch * image.bytes
      : Math.ceil((width * image.bytes) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    levels.push({ offset, pitch, width, height, depth });
    offset += pitch * height * depth;
  }
  return { levels, layerBytes: offset };
}
