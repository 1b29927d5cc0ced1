import { CHIP_CHECKS } from './chip-checks.js';
import type { StructureCheck } from './structure-check.js';
import { UNIT_CHECKS } from './unit-checks.js';

export {
  type ChipUnderTest,
  DOCUMENTED_CHIP,
  type HaltCounts,
  type StructureCheck,
} from './structure-check.js';

/** Every check of a chip's description and of the model's units, one per fact. */
export const STRUCTURE_CHECKS: readonly StructureCheck[] = [...CHIP_CHECKS, ...UNIT_CHECKS];
