import type { ChoicePoint } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** The failure rate of runs that repeat the failing run's first choices. */
export interface ExplanationPoint {
  /** The number of choices repeated. */
  readonly choice: number;
  /** The fraction that fails with the same signature as the failing run. */
  readonly share: number;
  /** The fraction that fails with a different signature. */
  readonly otherwise: number;
  readonly runs: number;
}

/** A range of a choice's values, in the unit of `Decision.value`, over which the failure rate is roughly constant. */
export interface ValueBand {
  readonly from: number;
  readonly to: number;
  readonly share: number;
  readonly otherwise: number;
  readonly runs: number;
}

/** A choice and its description. */
export interface NamedChoice {
  /** The choice's number in the run, starting at 1. */
  readonly choice: number;
  readonly cycle: number;
  readonly point: ChoicePoint;
  readonly wave?: number;
  /** The chosen value: a latency in cycles, or the number of the alternative, starting at 0. */
  readonly value: number;
  /** Absent if `value` is the number of an alternative. */
  readonly unit?: 'cycles';
  readonly text: string;
}

/** A choice after which many more runs fail. */
export interface Decision extends NamedChoice {
  /** The fraction of failing runs when all earlier choices are repeated. */
  readonly before: number;
  /** The fraction of failing runs when this choice is also repeated. */
  readonly after: number;
  /**
   * Absent if this choice alone raised the fraction. Otherwise, it was raised by one or more of the choices after
   * `since`, up to and including this one.
   */
  readonly since?: number;
  /** In ascending order of value; empty if the run budget ran out first. */
  readonly bands: readonly ValueBand[];
}

/** A passing run, and where it diverges from the failing one. */
export interface NearestPass {
  /** The number of the first choice that differs. */
  readonly choice: number;
  /** Whether no other choice differs. */
  readonly only: boolean;
  readonly text: string;
  /** The first event that differs. */
  readonly event: string;
  /** The passing test. */
  readonly scenario: Scenario;
}

/** Why a run failed, as stored in `why.json`. The scenario of the passing test is in a separate file. */
export interface ExplanationFindings extends Omit<Explanation, 'nearestPass'> {
  readonly nearestPass: Omit<NearestPass, 'scenario'> | null;
}

/** Why a run failed, in terms of the choices it made. */
export interface Explanation {
  /** The signature that counts as a failure. */
  readonly signature: string;
  /** The number of choices up to the failure. */
  readonly choices: number;
  /** The number of runs made for the analysis. */
  readonly runs: number;
  readonly curve: readonly ExplanationPoint[];
  readonly decisive: readonly Decision[];
  /** Null if no run passed. */
  readonly nearestPass: NearestPass | null;
  readonly fewest: {
    /** The smallest set of non-default choices found to cause the failure when all others take their defaults. */
    readonly choices: readonly NamedChoice[];
    /** Whether each of them is known to be necessary; false if the run budget ran out first. */
    readonly complete: boolean;
  };
}
