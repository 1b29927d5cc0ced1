/** Number of banks per cache, over which lines are striped (P-099, P-100). */
export const BANKS = 4;

/** Log2 of the number of bytes per line. `s_inst_prefetch` counts in lines of 64 bytes. */
export const LINE_BITS = 6;

/** Number of lines between the first line of one program and that of the next. No program is that long. */
export const PROGRAM_LINES = 1 << 16;
