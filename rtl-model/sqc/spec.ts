/** Banks per cache, over which lines are striped (P-099, P-100). */
export const BANKS = 4;

/** Log2 of the bytes per line: `s_inst_prefetch` counts in lines of 64 bytes. */
export const LINE_BITS = 6;

/** Lines from one program's first to the next one's; no program is that long. */
export const PROGRAM_LINES = 1 << 16;
