/** Dwords of one work-group processor's memory: 64 KB (P-035). */
export const CAPACITY = 16384;

/** Banks of 32 bits; successive dwords lie in successive banks (P-120). */
export const BANKS = 32;

/** Lanes that go through in one pass: 128 bytes a clock (P-133, P-134). */
export const PASS_LANES = 32;

/** SIMDs whose parameter reads go together where they touch different banks (P-113, P-136). */
export const PAIR = 2;

/** Data dwords of one lane of an indexed access. */
export const DWORDS_MAX = 4;
