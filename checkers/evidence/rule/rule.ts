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
import type { EvidenceKinds } from '../partial/reads.js';
import type { WeakOutcome } from './weak-outcome.js';

/** A rule running on a stream. Its handlers are called after the ledgers have been updated. */
export interface RuleCheck extends Check {
  readonly on: Handlers;
  readonly pauses?: PauseWatch;
}

/**
 * Starts a rule, which takes its facts from the ledgers and reports its armed count, findings and missing data
 * to its judge.
 */
export type RuleFactory = (ledgers: Ledgers, judge: Judge) => RuleCheck;

/**
 * A complete scoreboard rule (checking.md): its text, generations, required data, and checks. Rules are
 * exported records in files of their class, or rows of tables there. `npm run build` collects all of them.
 */
export interface Rule {
  readonly id: RuleId;
  /** What the rule requires, in one sentence. */
  readonly text: string;
  readonly severity: Severity;
  /** The generations that the rule applies to. It is inactive on all others. */
  readonly generations: readonly Gfx[];
  /** The statements that the rule is based on (statements.md). */
  readonly statements: readonly string[];
  /** Transaction kinds without which it can check nothing. Defaults to none. */
  readonly needs?: readonly TransactionKind[];
  /**
   * Transaction kinds that are enough for its sure findings (`Judge.violateSurely`), which count even if other
   * kinds are missing.
   */
  readonly sureNeeds?: readonly TransactionKind[];
  /**
   * Transaction kinds that only part of the rule needs. Without them, that part is not checked, but the rest
   * still counts.
   */
  readonly partNeeds?: readonly TransactionKind[];
  /**
   * Other kinds that it relies on. If a trace is missing one of them, a finding may be due to missing
   * transactions, so the rule checks nothing. Model runs omit nothing.
   */
  readonly reads?: (showing: EvidenceKinds) => readonly TransactionKind[];
  /**
   * The freedoms that set its bounds. It fires less often if they are laxer (`LAXER_IF_SMALLER` lists those
   * that get laxer as they get smaller). The most useful one to raise comes first.
   */
  readonly bounds?: readonly KnobName[];
  /**
   * Set if it compares cycles. It then skips runs whose events are ordered but have no times (`Schedule`,
   * `order`). If it bounds the path of exits, it also skips runs in which the host stalled a design.
   */
  readonly timed?: true;
  /** Set if it only checks devices that come to rest with work left, so it has nothing to check in healthy runs. */
  readonly checksOnlyHangs?: true;
  /** Why there may have been nothing to check in a run. Defaults to the reason for its class. */
  readonly unarmed?: string;
  /** The litmus outcome that should be seen. */
  readonly litmus?: WeakOutcome;
  readonly create: RuleFactory;
}
