/** Maximum number of data dwords per lane in one access. */
export const MAX_DWORDS = 4;

/** Number of lanes in the largest wave. */
export const MAX_LANES = 64;
