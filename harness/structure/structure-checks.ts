import { CHIP_CHECKS } from './chip-checks.js';
import type { StructureCheck } from './structure-check.js';
import { UNIT_CHECKS } from './unit-checks.js';

export { DESCRIBED_CHIP, type Described, type HaltedWaves, type StructureCheck } from './structure-check.js';

/** One row a fact; the description of a chip and the units of the model answer for it. */
export const STRUCTURE_CHECKS: readonly StructureCheck[] = [...CHIP_CHECKS, ...UNIT_CHECKS];
