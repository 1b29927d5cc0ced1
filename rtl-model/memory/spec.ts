/** Bytes per line in every vector cache and in GL2 (P-043). */
export const LINE_BYTES = 128;
export const LINE_WORDS = LINE_BYTES / 4;
/** Shifts from window offset, and from word index, to line number. */
export const LINE_SHIFT = 7;
export const LINE_WORD_SHIFT = LINE_SHIFT - 2;

/** Vector cache per compute unit (P-145). */
export const L0_BYTES = 32 * 1024;

/** Cache per shader array (P-042); GFX9 has none. */
export const GL1_BYTES = 4 * 32 * 1024;

/**
 * Scalar data cache per work-group processor (P-095). The source documents give no size; this is that of
 * publicly documented chips.
 */
export const SCALAR_BYTES = 16 * 1024;

/** Lines per set in each cache. */
export const WAYS = 4;

/** Independent channels of GL2, one line per cycle each; consecutive lines are in consecutive channels (P-043). */
export const GL2_CHANNELS = 4;
