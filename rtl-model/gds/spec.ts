/** Maximum data dwords per lane of an access. */
export const DWORDS_MAX = 4;

/** Lanes of the largest wave. */
export const LANES_MAX = 64;
