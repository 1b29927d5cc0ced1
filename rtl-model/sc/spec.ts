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
 * Number of alternatives for the effect of a chip's bug on a packer in a run (S-129). The first is a hang, which may result
 * according to the document; the others are missed overlaps, which a hang would hide.
 */
export const BUG_KINDS = 4;
