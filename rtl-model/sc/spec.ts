/** Number of quads that a packer accepts per cycle, equal to eight pixels (P-039). */
export const PACKER_QUADS_PER_CYCLE = 2;

/** Maximum number of formed waves per packer that are waiting for launch. */
export const QUEUE_WAVES = 8;

/** Number of quads in the largest wave. */
export const MAX_QUADS = 16;

/** Number of fragments per quad. */
export const FRAGMENTS = 4;

/** Number of coordinate units per pixel. */
export const SUBPIXELS = 256;

/** Number of bits per fragment in a quad's mask column, which contains two fragments. */
export const MASK_BITS = 16;

/**
 * Number of ways in which a chip's bug can affect a packer during a run (S-129). The first is a hang, which the
 * source document mentions as a possible result. The others are missed overlaps, which a hang would hide.
 */
export const BUG_EFFECTS = 4;
