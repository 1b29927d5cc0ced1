import type { FaultTable } from '../context.js';

/** How requests occupy the banks. */
export interface BankOutputs {
  /** The number of cycles for which an indexed access occupies the banks; `needed` is the correct one. */
  readonly countOccupied: (needed: number) => number;
  /** Whether a read of the given banks waits; `taken` are the banks of the paired SIMD's read in this cycle. */
  readonly collides: (banks: number, taken: number) => boolean;
}

export const CLEAN_BANKS: BankOutputs = {
  countOccupied: (needed) => needed,
  collides: (banks, taken) => (banks & taken) !== 0,
};

/** Faults in the bank scheduler. */
export const BANK_FAULTS: FaultTable<BankOutputs> = {
  F269: () => ({ countOccupied: () => 1 }),
  F270: () => ({ collides: () => false }),
};
