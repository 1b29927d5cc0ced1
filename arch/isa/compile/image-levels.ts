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

/** What decides about the layout of a linear image. */
export interface LinearImage {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Texels from one row of the largest level to the next; counts where rows fit into it. */
  readonly pitch: number;
  /** Levels. */
  readonly count: number;
  /** Bytes of a texel. */
  readonly bytes: number;
}

/** Rows begin at multiples of this many bytes where no descriptor says otherwise. */
const ROW_ALIGNMENT = 256;

/**
 * Levels of a linear image. The hardware's layout belongs to its driver; here each level of a layer follows the one
 * before, its rows at the level's own pitch, and a layer, or a fragment of a multisampled image, follows the whole of
 * the one before.
 */
export function imageLevels(image: LinearImage): { levels: readonly ImageLevel[]; layerBytes: number } {
  const levels: ImageLevel[] = [];
  let offset = 0;
  for (let i = 0; i < image.count; i++) {
    const [width, height, depth] = [image.width, image.height, image.depth].map((size) =>
      Math.max(1, size >> i),
    );
    const given = i === 0 && image.pitch >= image.width;
    const pitch = given
      ? image.pitch * image.bytes
      : Math.ceil((width * image.bytes) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    levels.push({ offset, pitch, width, height, depth });
    offset += pitch * height * depth;
  }
  return { levels, layerBytes: offset };
}
