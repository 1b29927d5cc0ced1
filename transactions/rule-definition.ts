import type { Gfx } from '../arch/index.js';
import type { Severity } from './rules.js';
import type { Scenario } from './scenario.js';
import type { Handlers, Transaction, TransactionKind } from './transaction.js';
import type { UserId } from './user-id.js';
import type { Violation } from './violation.js';

/**
 * A violation as the rule describes it. The rule's id is added automatically, as is its severity unless the finding
 * sets another. `steps` is empty by default (extending.md).
 */
export type RuleFinding = Omit<Violation, 'rule' | 'severity' | 'steps'> &
  Partial<Pick<Violation, 'severity' | 'steps'>>;

/** A finding without its time and place, for `RuleJudge.reportAt` (extending.md). */
export type FindingText = Omit<RuleFinding, 'cycle' | 'place'>;

/**
 * When a finding was observed: a cycle, or a transaction with its `cycle`, whose `pc` is then part of the place
 * (extending.md).
 */
export type FindingTime = number | { readonly cycle: number; readonly pc?: number };

/**
 * What is known about a wave from the transactions so far. The cycle of an event is -1 until the event happens
 * (extending.md).
 */
export interface KnownWave {
  /** Index of the wave in its run, from 0. */
  readonly wave: number;
  /** Index of the packer that formed the wave, from 0. */
  readonly packer: number;
  /** The wave's id in its packer, as polls see it. */
  readonly id: number;
  /** The wave's draw, as an index into `Scenario.draws`. */
  readonly facts: {
    /** Index of the draw, from 0. */
    readonly index: number;
  };
  /** Whether the device reported to the wave that it overlaps earlier waves. */
  readonly didOverlap: boolean;
  /** Cycle in which the wave was formed. */
  readonly formedCycle: number;
  /** Cycle in which it was launched. */
  readonly launchedCycle: number;
  /** Cycle in which its entry wait ended. */
  readonly enteredCycle: number;
  /** Cycle of its first exit. */
  readonly exitIssuedCycle: number;
  /** Cycle in which its program ended. */
  readonly endedCycle: number;
}

/**
 * Facts available to rules, recomputed from the scenario and the transactions. None of them comes from the
 * model (extending.md).
 */
export interface RuleFacts {
  readonly scenario: Scenario;
  /** Generation of the scenario's chip. */
  readonly gfx: Gfx;
  /** The pixel waves. `find` returns undefined for other waves, and for waves whose formation was not in the stream. */
  readonly waves: { find(wave: number): KnownWave | undefined };
}

/** Receives a rule's findings (extending.md). */
export interface RuleJudge {
  /**
   * How many checks the rule has made. Rules increment it; a rule that leaves it at 0 is reported as never
   * armed.
   */
  armed: number;
  /** Counts a violation. `describe` is called only while there is room to store the violation. */
  violate(describe: () => RuleFinding): void;
  /**
   * Counts a violation. Returns whether there is room to store it; if so, the rule calls `report` or `reportAt`.
   */
  fires(): boolean;
  /** Stores the violation that `fires` counted. */
  report(finding: RuleFinding): void;
  /** Like `report`, for a violation by a wave, given by its record or its index. */
  reportAt(wave: Pick<KnownWave, 'wave'> | number, time: FindingTime, finding: FindingText): void;
  /** Records missing data, unless `what` is undefined. Returns whether any data has been missing so far. */
  lacks(what: string | undefined): boolean;
}

/** Functions that receive what is known about the `wave` of each transaction (extending.md). */
export type WaveHandlers<Wave> = {
  readonly [T in Extract<Transaction, { readonly wave: number }> as T['kind']]?: (
    wave: Wave,
    transaction: T,
  ) => void;
};

/** A rule that is checking one test (extending.md). */
export interface RuleCheck {
  /**
   * The functions that are called for each transaction, after the facts have been updated. Arrays in a
   * transaction must be read immediately.
   */
  readonly on?: Handlers;
  /** Like `on`, for the transactions of waves that `RuleFacts.waves` finds. */
  readonly onWave?: WaveHandlers<KnownWave>;
  /** Performs the checks that must wait for the end of the test; `end` is the cycle of its last transaction. */
  readonly finish?: (end: number) => void;
}

/**
 * A user-defined rule. It runs like a built-in rule and appears next to the built-in ones in reports, the test plan,
 * JUnit output, known issues and `list rules` (extending.md).
 */
export interface RuleDefinition {
  /** For example `acme.FENCE-01`. */
  readonly id: UserId;
  /** What the rule requires, in one sentence. */
  readonly text: string;
  /** An `error` fails the test (default); a `warning` never does. */
  readonly severity?: Severity;
  /** The generations to which the rule applies; by default, all of them. */
  readonly generations?: readonly Gfx[];
  /** The statements that the rule verifies, such as `S-041` (docs/reference/statements.md); by default, none. */
  readonly statements?: readonly string[];
  /** The transaction kinds that the rule cannot work without; by default, none. */
  readonly needs?: readonly TransactionKind[];
  /** Set if the rule compares cycles. It is then skipped in runs whose events are ordered but have no times. */
  readonly timed?: true;
  /** Creates the check for one test. It is called once per test, so its local variables can hold the rule's state. */
  create(facts: RuleFacts, judge: RuleJudge): RuleCheck;
}

/**
 * Returns the rule unchanged and checks its types at compile time. Never throws; `pops-tb` validates the rule
 * when it loads it (extending.md).
 */
export function defineRule(rule: RuleDefinition): RuleDefinition {
  return rule;
}
