import { GENERATIONS } from '../arch/index.js';
import type { Fault } from './fault.js';
import { FAULT_OUTPUTS, type UserFault } from './fault-definition.js';
import { FAULT_ROWS } from './fault-rows.js';
import { LATER_FAULT_ROWS } from './later-fault-rows.js';
import { getRuleClass, isRuleId, RULE_CLASSES } from './rules.js';
import { isUserDefinedId, type UserId } from './user-id.js';

export type { Fault, ProgramFeature } from './fault.js';

const ROWS = { ...FAULT_ROWS, ...LATER_FAULT_ROWS };

/** The id of a built-in fault (faults.md). */
export type ProjectFaultId = keyof typeof ROWS;

/** The id of an injectable fault, built-in or user-defined (`pops-tb list faults`). */
export type FaultId = keyof typeof ROWS | UserId;

/** The built-in faults, in the order of faults.md. */
export const PROJECT_FAULTS: readonly (Fault & { readonly id: ProjectFaultId })[] = (
  Object.keys(ROWS) as ProjectFaultId[]
).map((id) => ({ id, ...ROWS[id] }));

const allFaults: (Fault & { readonly id: FaultId })[] = [...PROJECT_FAULTS];

/** All injectable faults: first the built-in ones in the order of faults.md, then the user-defined ones. */
export const FAULTS: readonly (Fault & { readonly id: FaultId })[] = allFaults;

const BY_ID = new Map<string, Fault>(PROJECT_FAULTS.map((fault) => [fault.id, fault]));

/** Registers the user-defined faults in this thread, replacing any earlier ones. */
export function setUserFaults(definitions: readonly UserFault[]): void {
  for (const { id } of allFaults.splice(PROJECT_FAULTS.length)) BY_ID.delete(id);
  for (const { id, title, output, generations = GENERATIONS, classes = RULE_CLASSES } of definitions) {
    const fault = { id, title, where: FAULT_OUTPUTS[output].unit, generations, classes, needs: [] };
    allFaults.push(fault);
    BY_ID.set(id, fault);
  }
}

/** Returns the fault with the given id, or undefined if there is none. */
export function findFault(id: string): Fault | undefined {
  return BY_ID.get(id);
}

/**
 * Returns whether a failure of the given rule counts as finding the fault: either the rule's class is one of
 * the fault's, or both the fault and the rule are user-defined.
 */
export function countsAsFinding(id: FaultId, rule: string): boolean {
  const ruleClass = isRuleId(rule) ? getRuleClass(rule) : undefined;
  if (ruleClass === undefined) return isUserDefinedId(id) && isUserDefinedId(rule);
  return findFault(id)?.classes.includes(ruleClass) === true;
}

/** Returns whether an id belongs to a built-in fault, or is valid for a user-defined one. */
export function isFaultId(id: string): id is FaultId {
  return BY_ID.has(id) || isUserDefinedId(id);
}
