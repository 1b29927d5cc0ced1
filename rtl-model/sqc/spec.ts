/** Number of banks per cache, across which lines are striped (P-099, P-100). */
export const BANKS = 4;

/** Log2 of the number of bytes per line. `s_inst_prefetch` counts in lines of 64 bytes. */
export const LINE_BITS = 6;

/** Distance in lines between the starts of consecutive programs. It is longer than any program. */
export const PROGRAM_LINES = 1 << 16;
