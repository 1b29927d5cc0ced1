/** LDS capacity in dwords per work-group processor: 64 KB (P-035). */
export const CAPACITY = 16384;

/** Number of 32-bit banks. Successive dwords are in successive banks (P-120). */
export const BANKS = 32;

/** Number of lanes per pass: 128 bytes per clock (P-133, P-134). */
export const PASS_LANES = 32;

/**
 * Number of SIMDs in a pair. Their direct-path reads, such as parameter reads, are served together if they use
 * different banks (P-113, P-136).
 */
export const PAIR_SIMDS = 2;

/** Maximum number of data dwords per lane of an indexed access. */
export const MAX_DWORDS = 4;
