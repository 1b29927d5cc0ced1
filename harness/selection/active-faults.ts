import { canHaveFault, type Sequence } from '../../stimulus/index.js';
import type { FaultId } from '../../transactions/index.js';
import { type Overrides, selectChips } from './selection.js';

/** Whether all the given faults can apply to a sequence at once on at least one chip. */
function canRunWith(sequence: Sequence, overrides: Overrides, faults: readonly FaultId[]): boolean {
  return (
    faults.every((fault) => canHaveFault(sequence, fault)) &&
    selectChips(sequence, { ...overrides, faults }).length > 0
  );
}

/** Returns the faults that can apply to a sequence, considered individually. */
export function findApplicableFaults(sequence: Sequence, overrides: Overrides): readonly FaultId[] {
  return overrides.faults.filter((fault) => canRunWith(sequence, overrides, [fault]));
}

/**
 * Returns the overrides for a test of a faulty build, with the faults that apply to it. If no chip supports them all,
 * the seed decides which takes precedence, so each fault appears in some tests.
 */
export function getApplicableOverrides(sequence: Sequence, seed: string, overrides: Overrides): Overrides {
  const possibleFaults = findApplicableFaults(sequence, overrides);
  if (possibleFaults.length === 0 || canRunWith(sequence, overrides, possibleFaults))
    return { ...overrides, faults: possibleFaults };
  const firstIndex = Number(BigInt(seed) % BigInt(possibleFaults.length));
  const activeFaults: FaultId[] = [];
  for (const fault of [...possibleFaults.slice(firstIndex), ...possibleFaults.slice(0, firstIndex)])
    if (canRunWith(sequence, overrides, [...activeFaults, fault])) activeFaults.push(fault);
  return { ...overrides, faults: possibleFaults.filter((fault) => activeFaults.includes(fault)) };
}
