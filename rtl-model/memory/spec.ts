/** Number of bytes per line in every vector cache and in GL2 (P-043). */
export const LINE_BYTES = 128;
export const LINE_WORDS = LINE_BYTES / 4;
/** The shift that converts a byte offset in the window to a line number. */
export const LINE_SHIFT = 7;
/** The shift that converts a word index to a line number. */
export const LINE_WORD_SHIFT = LINE_SHIFT - 2;

/** Size of each compute unit's vector cache, L0 (P-145). */
export const L0_BYTES = 32 * 1024;

/** Size of each shader array's GL1 cache (P-042). GFX9 has no GL1. */
export const GL1_BYTES = 4 * 32 * 1024;

/**
 * Size of each work-group processor's scalar data cache (P-095). The source documents give no size, so this is
 * the size in publicly documented chips.
 */
export const SCALAR_BYTES = 16 * 1024;

/** Number of lines per set in each cache. */
export const WAYS = 4;

/**
 * Number of independent channels in GL2. Each serves one line per cycle, and consecutive lines map to consecutive
 * channels (P-043).
 */
export const GL2_CHANNELS = 4;
