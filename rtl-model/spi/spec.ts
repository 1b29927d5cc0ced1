/** Size of the trackers' sequence number rings: a power of two above the largest id window. */
export const RING = 2048;

/** Launch controllers per engine, which load registers concurrently (P-071). */
export const CONTROLLERS = 2;

/** SGPRs a controller loads per cycle (P-072). */
export const SCALARS_PER_CYCLE = 8;

/** Dwords of local data share that SPI loads per cycle, for both controllers together (P-073). */
export const LOCAL_DWORDS_PER_CYCLE = 24;
