import type { Gfx, WaveSize } from '../../arch/index.js';
import { type FaultId, findFault, type ProgramFeature } from '../../transactions/index.js';
import { decodeForEditing, type ProgramFaults } from './edit.js';
import { ENTRY_FAULTS } from './entry-faults.js';
import { EXIT_FAULTS, SCOPE_FAULTS } from './exit-faults.js';
import { HAZARD_FAULTS } from './hazard-faults.js';
import { EXPORT_FAULTS, SECTION_FAULTS } from './section-faults.js';

/** Mutators for all program faults, each of which breaks a correct program. */
export const PROGRAM_FAULTS: ProgramFaults = {
  ...ENTRY_FAULTS,
  ...EXIT_FAULTS,
  ...SECTION_FAULTS,
  ...EXPORT_FAULTS,
  ...SCOPE_FAULTS,
  ...HAZARD_FAULTS,
};

/** Returns whether a fault only takes effect in programs with certain features. */
export function faultNeedsFeature(id: FaultId): boolean {
  return (findFault(id)?.needs ?? []).length > 0;
}

/** Returns whether a fault can take effect in a program with the given features. */
export function canFaultTakeEffect(id: FaultId, features: readonly ProgramFeature[]): boolean {
  const needed = findFault(id)?.needs ?? [];
  return needed.length === 0 || needed.some((feature) => features.includes(feature));
}

/** Injects the program faults in `faults` and ignores all others. */
export function applyProgramFaults(
  words: readonly number[],
  gfx: Gfx,
  wave: WaveSize,
  faults: readonly FaultId[],
): readonly number[] {
  return faults.reduce<readonly number[]>((current, id) => {
    const mutate = PROGRAM_FAULTS[id];
    return mutate === undefined ? current : mutate(decodeForEditing(current, gfx, wave));
  }, words);
}

/** The ids of all faults that are injected into programs. */
export const PROGRAM_FAULT_IDS = Object.keys(PROGRAM_FAULTS) as FaultId[];
