import type { FaultTable } from '../context.js';

/** How requests occupy the banks. */
export const CLEAN_BANKS = {
  /** The number of cycles for which an indexed access occupies the banks; `needed` is the correct one. */
  countOccupied: (needed: number): number => needed,
  /** Whether a read of the given banks waits; `taken` are the banks of the paired SIMD's read in this cycle. */
  collides: (banks: number, taken: number): boolean => (banks & taken) !== 0,
};

/** Faults in the bank scheduler. */
export const BANK_FAULTS: FaultTable<typeof CLEAN_BANKS> = {
  F269: () => ({ countOccupied: () => 1 }),
  F270: () => ({ collides: () => false }),
};
