import type { ChoicePoint } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** Share of failing runs among those that repeat the first choices of the failing one. */
export interface WhyPoint {
  /** Choices repeated. */
  readonly choice: number;
  /** Part that fails in the same way: with the same signature. */
  readonly share: number;
  /** Part that fails in another way. */
  readonly otherwise: number;
  readonly runs: number;
}

/** Answers to one choice after which runs end alike, in the unit of `Decision.value`. */
export interface WhyBand {
  readonly from: number;
  readonly to: number;
  readonly share: number;
  readonly otherwise: number;
  readonly runs: number;
}

/** A choice, as a reader names it. */
export interface NamedChoice {
  /** Its number in the run, from 1 on. */
  readonly choice: number;
  readonly cycle: number;
  readonly point: ChoicePoint;
  readonly wave?: number;
  /** What was taken: cycles of a latency, else the number of the alternative from 0 on. */
  readonly value: number;
  /** Absent: `value` is the number of an alternative. */
  readonly unit?: 'cycles';
  readonly text: string;
}

/** A choice after which many more runs fail. */
export interface Decision extends NamedChoice {
  /** Share of failing runs with all choices before it repeated, and with this one too. */
  readonly before: number;
  readonly after: number;
  /** Whether `after` follows from this choice alone; otherwise from those after `since` up to this one. */
  readonly since?: number;
  /** By value, ascending; empty where the runs were over first. */
  readonly bands: readonly WhyBand[];
}

/** A run that passes, and where it leaves the failing one. */
export interface NearestPass {
  /** The first choice that differs. */
  readonly choice: number;
  /** Whether it is the only one. */
  readonly only: boolean;
  readonly text: string;
  /** The first event that differs. */
  readonly event: string;
  /** The passing test. */
  readonly scenario: Scenario;
}

/** Why a run failed, as its readers and `why.json` have it: without the scenario of the passing test, which is a file of its own. */
export interface WhyFindings extends Omit<Why, 'nearestPass'> {
  readonly nearestPass: Omit<NearestPass, 'scenario'> | null;
}

/** Why a run failed, as far as its choices tell. */
export interface Why {
  /** What counts as failing: runs that end with this signature. */
  readonly signature: string;
  /** Choices up to the failure. */
  readonly choices: number;
  /** Runs that this took. */
  readonly runs: number;
  readonly curve: readonly WhyPoint[];
  readonly decisive: readonly Decision[];
  /** Null: no run passed. */
  readonly nearestPass: NearestPass | null;
  readonly fewest: {
    /** Choices that differ from the default and that the failure needs, all others at their default. */
    readonly choices: readonly NamedChoice[];
    /** None of them can go; false when the runs were over first. */
    readonly complete: boolean;
  };
}
