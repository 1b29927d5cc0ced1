import type { Gfx } from '../arch/index.js';
import type { Handlers } from './handlers.js';
import type { OwnId } from './own-id.js';
import type { Severity } from './rules.js';
import type { Scenario } from './scenario.js';
import type { TransactionKind } from './transaction.js';
import type { Violation } from './violation.js';

/** Text of one violation; the id comes from the rule, and so does the severity unless it depends on the case (extending.md). */
export type RuleFinding = Omit<Violation, 'rule' | 'severity'> & { readonly severity?: Severity };

/** What is known of a wave from the transactions so far. A cycle is -1 until its event happens (extending.md). */
export interface KnownWave {
  /** Number of the wave, from 0 on. */
  readonly wave: number;
  /** Number of the packer that formed it, from 0 on. */
  readonly packer: number;
  /** Id that it has in its packer, as polls count. */
  readonly id: number;
  /** Its draw, as an index into `Scenario.draws`. */
  readonly facts: {
    /** Number of the draw, from 0 on. */
    readonly index: number;
  };
  /** Whether the device told it that it overlaps older waves. */
  readonly didOverlap: boolean;
  /** Cycle in which it was formed. */
  readonly formedCycle: number;
  /** Cycle of its launch. */
  readonly launchedCycle: number;
  /** Cycle in which its entry wait ended. */
  readonly enteredCycle: number;
  /** Cycle of its first exit. */
  readonly exitIssuedCycle: number;
  /** Cycle in which its program ended. */
  readonly endedCycle: number;
}

/** Facts that a rule reads, recomputed from the scenario and the transactions; none comes from the model (extending.md). */
export interface RuleFacts {
  readonly scenario: Scenario;
  /** Generation of the scenario's chip. */
  readonly gfx: Gfx;
  /** Pixel waves. `find` gives undefined for other waves, and for one whose formation was not in the stream. */
  readonly waves: { find(wave: number): KnownWave | undefined };
}

/** Takes what a rule finds (extending.md). */
export interface RuleJudge {
  /** How often the rule had something to judge; a rule counts it up, and one that stays at 0 is reported as never armed. */
  armed: number;
  /** Counts a violation; `describe` is called only while there is room to store it. */
  violate(describe: () => RuleFinding): void;
  /** Notes data that the rule lacked, unless undefined; returns whether it has lacked any so far. */
  lacks(what: string | undefined): boolean;
}

/** A rule at work on one test (extending.md). */
export interface RuleCheck {
  /** What it does at each transaction, after the facts have taken it in. Arrays in a transaction are to be read at once. */
  readonly on: Handlers;
  /** Judges what only the end of the test can tell; `end` is the cycle of its last transaction. */
  readonly finish?: (end: number) => void;
}

/**
 * A user's rule: its text, and how it judges the transactions of a test. It runs like the project's rules, and appears beside
 * them in reports, testplan, JUnit, known issues and `list rules` (extending.md).
 */
export interface RuleDefinition {
  /** Such as `acme.FENCE-01`. */
  readonly id: OwnId;
  /** What it demands, in one sentence. */
  readonly text: string;
  /** An `error` fails the test (default); a `warning` never does. */
  readonly severity?: Severity;
  /** Generations that it holds for; all by default. */
  readonly generations?: readonly Gfx[];
  /** Statements that it verifies, such as `S-041` (docs/reference/statements.md); none by default. */
  readonly statements?: readonly string[];
  /** Kinds of transaction without which it can judge nothing; none by default. */
  readonly needs?: readonly TransactionKind[];
  /** It compares cycles, so it judges no run whose events have an order but no times. */
  readonly timed?: true;
  /** Starts it on a test: called once a test, so that variables of the call are the rule's state. */
  create(facts: RuleFacts, judge: RuleJudge): RuleCheck;
}

/** A user's rule as it is, with its types checked. Throws nothing; `pops-tb` checks it when it is loaded (extending.md). */
export function defineRule(rule: RuleDefinition): RuleDefinition {
  return rule;
}
