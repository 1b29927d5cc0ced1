/** Size of the trackers' rings of running numbers: a power of two above the largest id window. */
export const RING = 2048;

/** Launch controllers of one engine, which load registers at the same time (P-071). */
export const CONTROLLERS = 2;

/** SGPRs that a controller loads in a cycle (P-072). */
export const SCALARS_PER_CYCLE = 8;

/** Dwords of the local data share that SPI loads in a cycle, for both controllers together (P-073). */
export const LOCAL_PER_CYCLE = 24;
