import type { RuleId } from '../../../transactions/index.js';
import type { TestOutcome } from './run-mutant.js';

/**
 * Result of a mutant of the model. `unreached`: its place runs in no test; `unseen`: every stream is the model's;
 * `survived`: some run differs, and no rule fires.
 */
export type Status = 'killed' | 'equivalent' | 'unreached' | 'unseen' | 'survived';

/** A judged mutant, as the results keep it. */
export interface JudgedMutant {
  readonly file: string;
  /** Line of its source, for people; `file` and `change` name it. */
  readonly line: number;
  readonly operator: string;
  readonly change: string;
  readonly status: Status;
  /** What killed it: the words of `TestOutcome`, or where only the project's own tests of its unit did it `unit-tests`. */
  readonly by?: readonly string[];
  /** All rules that fired in its tests. */
  readonly rules: readonly RuleId[];
  /** Tests until it was killed; of one that lives, all that it ran. */
  readonly tests: number;
  /** Why it is equivalent. */
  readonly reason?: string;
  /** It lives, and only the model's own invariants saw it. */
  readonly device?: true;
}

/** The word for what only the project's own tests of a unit kill. */
export const UNIT_TESTS = 'unit-tests';

/** What is known of a mutant by its tests. */
export type Found = Pick<JudgedMutant, 'status' | 'by' | 'rules' | 'tests' | 'reason' | 'device'>;

/** Judges a mutant by its tests, and where they all pass by the reason why it makes no difference, if there is one. */
export function judgeOutcomes(outcomes: readonly TestOutcome[], reason: string | undefined): Found {
  const failed = outcomes.filter(({ by }) => by !== undefined);
  if (failed.length > 0) {
    const rules = [...new Set(outcomes.flatMap((outcome) => outcome.rules))].sort();
    const by = [...new Set(failed.map((outcome) => outcome.by!))].sort();
    return { status: 'killed', by, rules, tests: outcomes.indexOf(failed[0]!) + 1 };
  }
  const tests = outcomes.length;
  if (reason !== undefined) return { status: 'equivalent', rules: [], tests, reason };
  if (tests === 0) return { status: 'unreached', rules: [], tests };
  const device = outcomes.some((outcome) => outcome.device === true) ? ({ device: true } as const) : {};
  return {
    status: outcomes.some(({ differs }) => differs) ? 'survived' : 'unseen',
    rules: [],
    tests,
    ...device,
  };
}

/** Whether nothing killed a mutant that something should. */
export function isAlive({ status }: Pick<Found, 'status'>): boolean {
  return status !== 'killed' && status !== 'equivalent';
}

/** What killed a mutant: a rule, the tests of the pool although no rule fired, or only the tests of its unit. */
export function killerOf({ by, rules }: Pick<Found, 'by' | 'rules'>): 'rule' | 'no rule' | 'unit tests' {
  if (by?.[0] === UNIT_TESTS) return 'unit tests';
  return rules.length > 0 ? 'rule' : 'no rule';
}
