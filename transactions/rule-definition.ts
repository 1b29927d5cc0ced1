import type { Gfx } from '../arch/index.js';
import type { Handlers } from './handlers.js';
import type { OwnId } from './own-id.js';
import type { Severity } from './rules.js';
import type { Scenario } from './scenario.js';
import type { TransactionKind } from './transaction.js';
import type { Violation } from './violation.js';

/** Text of one violation; the rule supplies the id, and the severity unless it varies by case (extending.md). */
export type RuleFinding = Omit<Violation, 'rule' | 'severity'> & { readonly severity?: Severity };

/** State of a wave, from the transactions so far. A cycle is -1 until its event happens (extending.md). */
export interface KnownWave {
  /** Number of the wave, from 0. */
  readonly wave: number;
  /** Number of the packer that formed it, from 0. */
  readonly packer: number;
  /** Its id in its packer, as seen by polls. */
  readonly id: number;
  /** Its draw, as an index into `Scenario.draws`. */
  readonly facts: {
    /** Number of the draw, from 0. */
    readonly index: number;
  };
  /** Whether the device reported an overlap with older waves to it. */
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

/** Facts for rules, recomputed from the scenario and the transactions; none comes from the model (extending.md). */
export interface RuleFacts {
  readonly scenario: Scenario;
  /** Generation of the scenario's chip. */
  readonly gfx: Gfx;
  /** Pixel waves. `find` returns undefined for other waves, and for waves whose formation was not in the stream. */
  readonly waves: { find(wave: number): KnownWave | undefined };
}

/** Receives a rule's findings (extending.md). */
export interface RuleJudge {
  /** Number of times the rule had something to judge; rules increment it, and a rule still at 0 is reported as never armed. */
  armed: number;
  /** Counts a violation; `describe` is only called while there is room to store it. */
  violate(describe: () => RuleFinding): void;
  /** Records data the rule is missing, unless undefined; returns whether any has been missing so far. */
  lacks(what: string | undefined): boolean;
}

/** A rule running on one test (extending.md). */
export interface RuleCheck {
  /** Called for each transaction, after the facts are updated. Arrays in a transaction must be read immediately. */
  readonly on: Handlers;
  /** Judges what can only be decided at the end of the test; `end` is the cycle of its last transaction. */
  readonly finish?: (end: number) => void;
}

/**
 * A user's rule: its text, and how it judges a test's transactions. It runs like the project's rules and appears with them in
 * reports, testplan, JUnit, known issues and `list rules` (extending.md).
 */
export interface RuleDefinition {
  /** For example `acme.FENCE-01`. */
  readonly id: OwnId;
  /** What it requires, in one sentence. */
  readonly text: string;
  /** An `error` fails the test (default); a `warning` never does. */
  readonly severity?: Severity;
  /** Generations it applies to; all by default. */
  readonly generations?: readonly Gfx[];
  /** Statements that it verifies, such as `S-041` (docs/reference/statements.md); none by default. */
  readonly statements?: readonly string[];
  /** Transaction kinds without which it can judge nothing; none by default. */
  readonly needs?: readonly TransactionKind[];
  /** It compares cycles, so it skips runs whose events are ordered but have no times. */
  readonly timed?: true;
  /** Starts the rule on a test: called once per test, so its local variables are the rule's state. */
  create(facts: RuleFacts, judge: RuleJudge): RuleCheck;
}

/** Returns the rule unchanged, with its types checked. Throws nothing; `pops-tb` validates it on loading (extending.md). */
export function defineRule(rule: RuleDefinition): RuleDefinition {
  return rule;
}
