/** Size of the trackers' rings, which are indexed by sequence number. It is a power of two above any id window. */
export const RING = 2048;

/** Number of launch controllers per engine. They load registers concurrently (P-071). */
export const CONTROLLERS = 2;

/** Number of SGPRs that a controller loads per cycle (P-072). */
export const SCALARS_PER_CYCLE = 8;

/** Number of dwords that SPI loads into LDS per cycle, for both controllers together (P-073). */
export const LOCAL_DWORDS_PER_CYCLE = 24;
