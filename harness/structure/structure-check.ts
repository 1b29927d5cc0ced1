import type { Chip } from '../../arch/index.js';
import type { DeviceStructure } from '../../rtl-model/index.js';

/** A chip's description with the wiring of its model. */
export interface Described {
  readonly chip: Chip;
  readonly structure: DeviceStructure;
  readonly halts: HaltedWaves;
  /** Whether a run in which options of unknown effect are set tells other transactions (S-150, S-151). */
  readonly optionsChangeRun: boolean;
}

/** Waves of a run in which no address can be translated and there is no trap handler. */
export interface HaltedWaves {
  /** Waves that were formed: none where a scene covers no pixel. */
  readonly formed: number;
  /** Those that issued an access which needed an address. */
  readonly failed: number;
  readonly halted: number;
}

/** What statements about structure say of every chip, or of those that have it. */
export interface StructureCheck {
  readonly statements: readonly string[];
  /** The fact, as a sentence. */
  readonly text: string;
  /** What was found; the check holds when it equals `expected`. */
  readonly found: (described: Described) => unknown;
  readonly expected: unknown;
  /** Chips that it speaks of; absent: all. */
  readonly chip?: string;
}

/** The chip that the pipeline document describes (P-032 to P-046). */
export const DESCRIBED_CHIP = 'mariner';

export const KIB = 1024;

/** A check of every chip. */
export const ofChip = (
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

/** A check of the chip that the pipeline document describes. */
export const ofDescribedChip = (...row: Parameters<typeof ofChip>): StructureCheck => ({
  ...ofChip(...row),
  chip: DESCRIBED_CHIP,
});
