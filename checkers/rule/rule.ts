import type { RuleId, TransactionKind } from '../../transactions/index.js';
import type { Handlers, PauseWatch } from '../basics/handlers.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import type { ToldBy } from '../partial/reads.js';

/** One rule at work on one stream. Its handlers run after the ledgers have taken the transaction in. */
export interface RuleCheck {
  readonly on: Handlers;
  readonly pauses?: PauseWatch;
  /** Judges what only the end of the stream can tell; `end` is the cycle of its last transaction. */
  readonly finish?: (end: number) => void;
}

/** Starts one rule: facts come from the ledgers, what it arms, finds or misses goes to its judge. */
export type RuleFactory = (ledgers: Ledgers, judge: Judge) => RuleCheck;

/** A rule's factory with the kinds of transaction without which it can judge nothing. */
export interface RuleEntry {
  readonly create: RuleFactory;
  readonly needs: readonly TransactionKind[];
  /** Kinds that only part of what it judges rests on: without them that part is unchecked, and what the rest finds counts. */
  readonly partNeeds?: readonly TransactionKind[];
  /**
   * Kinds that it takes for granted besides: where one was left out of a trace, what the rule finds may be what no one told, so
   * it judges nothing. Own runs leave nothing out.
   */
  readonly reads?: (told: ToldBy) => readonly TransactionKind[];
}

/** The index table of rules: every row of `transactions/rules.ts` has exactly one entry. */
export type RuleTable = Readonly<Record<RuleId, RuleEntry>>;
