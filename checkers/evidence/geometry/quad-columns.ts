/** Positions of quad columns (`QUAD_COLUMNS`). */
export const QUAD = { X: 0, Y: 1, PRIMITIVE: 2, MASK01: 3, MASK23: 4, SAMPLE: 5, RATE: 6 } as const;
