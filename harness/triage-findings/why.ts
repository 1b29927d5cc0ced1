import type { ChoicePoint } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** Share of failing runs among those repeating the failing run's first choices. */
export interface WhyPoint {
  /** Number of choices repeated. */
  readonly choice: number;
  /** Fraction that fails the same way: with the same signature. */
  readonly share: number;
  /** Fraction that fails differently. */
  readonly otherwise: number;
  readonly runs: number;
}

/** Neighbouring answers to one choice with similar shares of failing runs, in the unit of `Decision.value`. */
export interface WhyBand {
  readonly from: number;
  readonly to: number;
  readonly share: number;
  readonly otherwise: number;
  readonly runs: number;
}

/** A choice, as named for readers. */
export interface NamedChoice {
  /** Its number in the run, from 1. */
  readonly choice: number;
  readonly cycle: number;
  readonly point: ChoicePoint;
  readonly wave?: number;
  /** The answer: cycles of a latency, else the number of the alternative from 0. */
  readonly value: number;
  /** Absent: `value` is the number of an alternative. */
  readonly unit?: 'cycles';
  readonly text: string;
}

/** A choice after which many more runs fail. */
export interface Decision extends NamedChoice {
  /** Share of failing runs with all earlier choices repeated, and with this one too. */
  readonly before: number;
  readonly after: number;
  /** Absent if `after` follows from this choice alone; otherwise it follows from the choices after `since` up to this one. */
  readonly since?: number;
  /** By value, ascending; empty if the runs were used up first. */
  readonly bands: readonly WhyBand[];
}

/** A passing run, and where it diverges from the failing one. */
export interface NearestPass {
  /** Number of the first choice that differs. */
  readonly choice: number;
  /** Whether no other choice differs. */
  readonly only: boolean;
  readonly text: string;
  /** The first event that differs. */
  readonly event: string;
  /** The passing test. */
  readonly scenario: Scenario;
}

/** Why a run failed, as in `why.json`: without the passing test's scenario, which is a separate file. */
export interface WhyFindings extends Omit<Why, 'nearestPass'> {
  readonly nearestPass: Omit<NearestPass, 'scenario'> | null;
}

/** Why a run failed, as far as its choices show. */
export interface Why {
  /** What counts as failing: runs ending with this signature. */
  readonly signature: string;
  /** Number of choices up to the failure. */
  readonly choices: number;
  /** Number of runs that it took to find out. */
  readonly runs: number;
  readonly curve: readonly WhyPoint[];
  readonly decisive: readonly Decision[];
  /** Null: no run passed. */
  readonly nearestPass: NearestPass | null;
  readonly fewest: {
    /** Non-default choices the failure needs, with all others at their default. */
    readonly choices: readonly NamedChoice[];
    /** Every one is necessary; false if the runs were used up first. */
    readonly complete: boolean;
  };
}
