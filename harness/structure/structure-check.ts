import type { Chip } from '../../arch/index.js';
import type { DeviceStructure } from '../../rtl-model/index.js';

/** A chip's description with the wiring of its model. */
export interface Described {
  readonly chip: Chip;
  readonly structure: DeviceStructure;
  readonly halts: HaltedWaves;
  /** Whether setting options with unknown effect changes the transactions (S-150, S-151). */
  readonly optionsChangeRun: boolean;
}

/** Waves of a run in which no address can be translated and there is no trap handler. */
export interface HaltedWaves {
  /** Number of waves formed; 0 if a scene covers no pixel. */
  readonly formed: number;
  /** Number of waves that issued an access needing an address. */
  readonly failed: number;
  readonly halted: number;
}

/** Structural statements about every chip, or those it applies to. */
export interface StructureCheck {
  readonly statements: readonly string[];
  /** The fact, as a sentence. */
  readonly text: string;
  /** Actual result; the check passes if it equals `expected`. */
  readonly found: (described: Described) => unknown;
  readonly expected: unknown;
  /** The only chip it applies to; absent: all chips. */
  readonly chip?: string;
}

/** The chip described in the pipeline document (P-032 to P-046). */
export const DESCRIBED_CHIP = 'mariner';

export const KIB = 1024;

/** A check of every chip. */
export const chipCheck = (
  statements: string[],
  text: string,
  found: StructureCheck['found'],
  expected: unknown,
): StructureCheck => ({
  statements,
  text,
  found,
  expected,
});

/** A check of the chip described in the pipeline document. */
export const describedChipCheck = (...row: Parameters<typeof chipCheck>): StructureCheck => ({
  ...chipCheck(...row),
  chip: DESCRIBED_CHIP,
});
