import type { RuleId, Transaction, TransactionKind } from '../transactions/index.js';
import type { Judge } from './findings/judge.js';
import type { Ledgers } from './ledger/ledgers.js';

/** One function a kind of transaction; a kind that is not named costs its owner nothing. */
export type Handlers = {
  readonly [K in TransactionKind]?: (transaction: Extract<Transaction, { readonly kind: K }>) => void;
};

/** Who hears of stretches of the stream in which nothing happened. */
export interface PauseWatch {
  /** Cycles that a pause may last without being told of. */
  readonly longerThan: number;
  /** A pause ended with a transaction of that kind, which nobody has taken in yet. */
  readonly ended: (since: number, until: number, by: TransactionKind) => void;
}

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
}

/** The index table of rules: every row of `transactions/rules.ts` has exactly one entry. */
export type RuleTable = Readonly<Record<RuleId, RuleEntry>>;
