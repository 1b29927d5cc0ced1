/** Quads per packer and cycle: eight pixels (P-039). */
export const PACKER_QUADS_PER_CYCLE = 2;

/** Formed waves per packer that may wait for launch. */
export const QUEUE_WAVES = 8;

/** Quads of the largest wave. */
export const QUADS_MAX = 16;

/** Fragments per quad. */
export const FRAGMENTS = 4;

/** Coordinate units per pixel. */
export const SUBPIXELS = 256;

/** Bits per fragment in a quad's mask column, which holds two. */
export const MASK_BITS = 16;

/**
 * Effects of a chip's bug on a packer in a run (S-129): the document says that a hang may result. The first kind is a hang; the
 * others are missed overlaps, which a hang would hide.
 */
export const BUG_KINDS = 4;
