import { type FaultId, findFault, type Scenario } from '../../transactions/index.js';

/** Whether a fault changes the program or registers, which are fixed once a scenario has been generated. */
export function isStimulusFault(id: FaultId): boolean {
  const target = findFault(id)!.where;
  return target === 'program' || target === 'registers';
}

/**
 * Returns a generated scenario without the given faults, as if the build no longer had them. Returns undefined if any
 * of them changed the scenario's program or registers.
 */
export function withoutFaults(scenario: Scenario, removed: readonly FaultId[]): Scenario | undefined {
  const present = scenario.faults.filter((id) => removed.includes(id));
  if (present.some(isStimulusFault)) return undefined;
  return present.length === 0
    ? scenario
    : { ...scenario, faults: scenario.faults.filter((id) => !removed.includes(id)) };
}

/** Anything that lists faults, such as a manifest or overrides. */
interface WithFaults {
  readonly faults: readonly FaultId[];
}

/** Returns the faults of an earlier run that a later run no longer has. */
export function findRemovedFaults(earlier: WithFaults, { faults }: WithFaults): readonly FaultId[] {
  return earlier.faults.filter((id) => !faults.includes(id));
}
