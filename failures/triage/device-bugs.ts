import { isStimulusFault, runScenarioTest } from '../../harness/one-test/index.js';
import { DEVICE, firedErrors } from '../../harness/records/index.js';
import { programs } from '../../stimulus/index.js';
import type { RuleId, Scenario } from '../../transactions/index.js';
import { familyOf, isOfFamily, ruleNamed, ruleOf } from '../groups/one-bug-rules.js';

/** A stored failure. */
export interface StoredCase {
  readonly scenario: Scenario;
  /** Its `firedErrors`. */
  readonly fired: readonly string[];
  readonly signature: string;
  readonly test: string;
}

/** A device bug in failures that wrong programs or registers already cause. */
export interface DeviceBug {
  /** Errors that also fire on a device without faults. */
  readonly cause: RuleId;
  /** Errors that fire only on the device under test. */
  readonly other: RuleId;
  readonly seenIn: StoredCase;
  /** The failure's primitives under a correct program and registers, if `other` fires there. */
  readonly alone?: Scenario;
}

/** It follows from every bug in the order of memory accesses. */
const CONSEQUENCE: RuleId = 'ORD-03';

/**
 * Device bugs among failures of wrong programs or registers. Errors that also fire on a device without faults come from program or
 * registers; all others, there or under a correct program, come from the device: these are two bugs, whatever the rules. Calls
 * `isOver` before each failure.
 */
export function deviceBugs(cases: readonly StoredCase[], isOver: () => boolean): DeviceBug[] {
  const found = new Map<string, DeviceBug>();
  for (const seenIn of cases) {
    if (isOver()) break;
    const bug = deviceBugIn(seenIn);
    const pair = bug && `${bug.cause} ${bug.other}`;
    if (pair === undefined || found.get(pair)?.alone !== undefined) continue;
    if (!found.has(pair) || bug!.alone !== undefined) found.set(pair, bug!);
  }
  return [...found.values()];
}

function deviceBugIn(seenIn: StoredCase): DeviceBug | undefined {
  const { scenario, fired } = seenIn;
  if (scenario.faults.every(isStimulusFault)) return undefined;
  const given = firedIn({ ...scenario, faults: [] });
  const cause = ruleNamed(ruleOf(given[0] ?? ''));
  if (cause === undefined) return undefined;
  const plain = programs.plainScene(scenario);
  const underPlain = plain === undefined ? [] : others(firedIn(plain), firedIn({ ...plain, faults: [] }));
  const beside = others(fired, given);
  const [error] = [...beside, ...underPlain].filter((each) => !isOfFamily(each, cause));
  const other = error === undefined ? undefined : ruleNamed(ruleOf(error));
  if (other === undefined) return undefined;
  const isAlone = underPlain.some((each) => isOfFamily(each, other));
  return { cause, other, seenIn, ...(isAlone ? { alone: plain! } : {}) };
}

/** Errors without a similar one in the other list. */
function others(fired: readonly string[], without: readonly string[]): string[] {
  const known = new Set(without.map((error) => familyOf(ruleOf(error))));
  return fired.filter((error) => {
    const rule = ruleOf(error);
    return rule !== CONSEQUENCE && rule !== DEVICE && !known.has(familyOf(rule));
  });
}

/** Empty for a scenario rejected by the model. */
function firedIn(scenario: Scenario): readonly string[] {
  try {
    return firedErrors(runScenarioTest(scenario).verdict.violations);
  } catch {
    return [];
  }
}
