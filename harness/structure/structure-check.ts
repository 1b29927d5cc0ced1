import type { Chip } from '../../arch/index.js';
import type { DeviceStructure } from '../../rtl-model/index.js';

/** A chip's description, and the wiring of its model. */
export interface Described {
  readonly chip: Chip;
  readonly structure: DeviceStructure;
  readonly halts: HaltedWaves;
  /** Whether setting options whose effect is unknown changes the transactions (S-150, S-151). */
  readonly optionsChangeRun: boolean;
}

/** Wave counts from a run in which no address can be translated and there is no trap handler. */
export interface HaltedWaves {
  /** The number of waves formed; 0 if the scene covers no pixel. */
  readonly formed: number;
  /** The number of waves whose translation failed. */
  readonly failed: number;
  readonly halted: number;
}

/** A check of structural statements about all chips, or about one of them. */
export interface StructureCheck {
  readonly statements: readonly string[];
  /** The fact, as a sentence. */
  readonly text: string;
  /** Returns the actual value. The check passes if it equals `expected`. */
  readonly found: (described: Described) => unknown;
  readonly expected: unknown;
  /** The only chip to which it applies; all chips if absent. */
  readonly chip?: string;
}

/** The chip that the pipeline document describes (P-032 to P-046). */
export const DESCRIBED_CHIP = 'mariner';

export const KIB = 1024;

/** Creates a check of every chip. */
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

/** Creates a check of the chip that the pipeline document describes. */
export const describedChipCheck = (...row: Parameters<typeof chipCheck>): StructureCheck => ({
  ...chipCheck(...row),
  chip: DESCRIBED_CHIP,
});
