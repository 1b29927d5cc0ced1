import { runScenarioTest, withoutFaults } from '../../harness/one-test/index.js';
import { listErrors } from '../../harness/records/index.js';
import { readLogged } from '../../harness/run-directory/index.js';
import {
  decodeScenario,
  type FaultId,
  getRuleText,
  type Scenario,
  scenarioToJson,
  UsageError,
} from '../../transactions/index.js';
import { getErrorRule, getFamily, isError } from '../groups/one-bug-rules.js';
import { makeOtherSchedule } from '../shrink/failure-probe.js';

/** A stored scenario of a failure group, and the number of schedules under which to run it. */
export interface FixCase {
  readonly file: string;
  /** The rule of the group. */
  readonly rule: string;
  readonly schedules: number;
  /** Faults that this build no longer contains. */
  readonly removedFaults?: readonly FaultId[];
}

/** The outcome of a stored scenario on this build. `why` gives the reason if it cannot run. */
export type CaseOutcome = { readonly why: string } | CaseRuns;

/** How often a scenario ran, how often it violated its group's rule, and how often it failed only in other ways. */
export interface CaseRuns {
  readonly runs: number;
  readonly same: number;
  readonly different: number;
  /** How many times the rule checked something, or null if this was not counted. */
  readonly armed: number | null;
  /** The first error in a run that failed only in other ways, such as `HANG-01 sq`. */
  readonly other?: string;
  /** The first failing case, as JSON with its schedule. Absent if it is the stored scenario or if none fails. */
  readonly failing?: string;
}

/** Runs a stored scenario under its own schedule and others. `begin` is called before each run. */
export function tryCase(
  { file, rule, schedules, removedFaults = [] }: FixCase,
  begin: () => void,
): CaseOutcome {
  const stored = readCase(file);
  if (typeof stored === 'string') return { why: stored };
  const scenario = withoutFaults(stored, removedFaults);
  if (scenario === undefined)
    return {
      why: `fault ${removedFaults.join(' or ')} is baked into its program or registers and cannot be removed from a stored scenario`,
    };
  const isRule = isError(`${rule} any`);
  if (isRule && rule !== 'DEVICE' && getRuleText(rule) === undefined)
    return { why: `rule ${rule} is not loaded` };
  let [same, different, armed] = [0, 0, 0];
  let other: string | undefined;
  let failing: string | undefined;
  for (let attempt = 0; attempt < schedules; attempt++) {
    begin();
    const schedule = attempt === 0 ? scenario.schedule : makeOtherSchedule(attempt);
    const { verdict, finding } = runScenarioTest({ ...scenario, schedule });
    armed += verdict.armed[rule as never] ?? 0;
    if (finding === undefined) continue;
    const errors = listErrors(verdict.violations);
    const isSameFamily = (error: string): boolean => getFamily(getErrorRule(error)) === getFamily(rule);
    if (errors.some(isSameFamily) || finding.rule === rule) same++;
    else {
      different++;
      other ??= errors[0] ?? finding.signature;
    }
    if (same + different === 1 && (attempt > 0 || scenario !== stored))
      failing = scenarioToJson({ ...scenario, schedule });
  }
  return {
    runs: schedules,
    same,
    different,
    armed: isRule && rule !== 'DEVICE' ? armed : null,
    ...(other === undefined ? {} : { other }),
    ...(failing === undefined ? {} : { failing }),
  };
}

/** Returns the scenario, or why this version cannot run it. */
function readCase(file: string): Scenario | string {
  try {
    return decodeScenario(readLogged('scenario', file), file);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
