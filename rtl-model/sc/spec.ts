/** Number of quads that a packer accepts per cycle, i.e. eight pixels (P-039). */
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
 * Number of alternatives for how the hardware bug affects a packer, chosen once per run (S-129). The first is a hang,
 * which the source document lists as possible. The rest are missed overlaps, which a hang would mask.
 */
export const BUG_EFFECTS = 4;
