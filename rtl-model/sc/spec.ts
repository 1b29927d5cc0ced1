/** Number of quads per packer and cycle: eight pixels (P-039). */
export const PACKER_QUADS_PER_CYCLE = 2;

/** Number of formed waves per packer that may wait for launch. */
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
 * Number of alternative effects of a chip's bug on a packer in a run (S-129). The first is a hang, which the
 * document mentions as a possible result. The others are missed overlaps, which a hang would hide.
 */
export const BUG_KINDS = 4;
