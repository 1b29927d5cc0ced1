import type { Chip } from '../../arch/index.js';
import type { DeviceStructure } from '../../rtl-model/index.js';

/** A chip's description, and the structure of its model. */
export interface ChipUnderTest {
  readonly chip: Chip;
  readonly structure: DeviceStructure;
  readonly halts: HaltCounts;
  /** Whether options with no documented effect change the transactions (S-150, S-151). */
  readonly undocumentedOptionsHaveEffect: boolean;
}

/** Wave counts from a run in which no address can be translated and there is no trap handler. */
export interface HaltCounts {
  /** The number of waves formed; 0 if the scene covers no pixels. */
  readonly formed: number;
  /** The number of waves with a failed translation. */
  readonly failed: number;
  readonly halted: number;
}

/** A check of one or more structural statements, for all chips or just one. */
export interface StructureCheck {
  readonly statements: readonly string[];
  /** The claim to check, as a sentence. */
  readonly text: string;
  /** Returns the actual value, which must equal `expected`. */
  readonly measure: (chip: ChipUnderTest) => unknown;
  readonly expected: unknown;
  /** The only chip to check; if absent, all chips are checked. */
  readonly chip?: string;
}

/** The chip that the pipeline document describes (P-032 to P-046). */
export const DOCUMENTED_CHIP = 'mariner';

export const KIB = 1024;

/** Creates a check that applies to every chip. */
export const makeChipCheck = (
  statements: string[],
  text: string,
  measure: StructureCheck['measure'],
  expected: unknown,
): StructureCheck => ({
  statements,
  text,
  measure,
  expected,
});

/** Creates a check that only applies to the chip that the pipeline document describes. */
export const makeDocumentedChipCheck = (...row: Parameters<typeof makeChipCheck>): StructureCheck => ({
  ...makeChipCheck(...row),
  chip: DOCUMENTED_CHIP,
});
