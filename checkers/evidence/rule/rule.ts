import type { Gfx } from '../../../arch/index.js';
import type {
  RuleCheck as Check,
  KnobName,
  RuleId,
  Severity,
  TransactionKind,
} from '../../../transactions/index.js';
import type { Handlers, PauseWatch } from '../basics/handlers.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import type { ToldBy } from '../partial/reads.js';
import type { WeakOutcome } from './weak-outcome.js';

/** One rule at work on one stream. Its handlers run after the ledgers have taken the transaction in. */
export interface RuleCheck extends Check {
  readonly on: Handlers;
  readonly pauses?: PauseWatch;
}

/** Starts one rule: facts come from the ledgers; what arms it, what it finds and what it lacks go to its judge. */
export type RuleFactory = (ledgers: Ledgers, judge: Judge) => RuleCheck;

/**
 * One rule of the scoreboards (checking.md), whole: its text, generations, the data that it needs, and its judgement. A rule
 * is an exported record in a file of its class, or a row of a table there; `npm run build` collects them.
 */
export interface Rule {
  readonly id: RuleId;
  /** What it demands, in one sentence. */
  readonly text: string;
  readonly severity: Severity;
  /** Generations that it holds for; on others it takes no part. */
  readonly generations: readonly Gfx[];
  /** Statements that it comes from (statements.md). */
  readonly statements: readonly string[];
  /** Kinds of transaction without which it can judge nothing; none by default. */
  readonly needs?: readonly TransactionKind[];
  /** Kinds that only part of its judgement needs: without them that part is unchecked, and the findings of the rest count. */
  readonly partNeeds?: readonly TransactionKind[];
  /**
   * Further kinds that it takes for granted: if a trace leaves one out, a finding may come from the transactions that are missing, so the
   * rule judges nothing. Runs of the model leave nothing out.
   */
  readonly reads?: (told: ToldBy) => readonly TransactionKind[];
  /** Freedoms that set its bounds: with laxer values it fires less (`LAXER_BELOW` names those that are laxer when smaller). The one to raise first comes first. */
  readonly bounds?: readonly KnobName[];
  /**
   * It compares cycles, so it judges no run whose events have an order but no times (`Schedule`, `order`). If it bounds the path of
   * exits, it also judges no run in which the host held a design off.
   */
  readonly timed?: true;
  /** It judges a device that came to rest with work left, so that healthy runs never arm it. */
  readonly judgesHangsOnly?: true;
  /** Why it may have had nothing to judge in a run; by default the reason of its class. */
  readonly unarmed?: string;
  /** The litmus outcome that it expects to see. */
  readonly litmus?: WeakOutcome;
  readonly create: RuleFactory;
}
