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
import type { ShowingKinds } from '../partial/reads.js';
import type { WeakOutcome } from './weak-outcome.js';

/** A rule that is running on one stream. Its handlers run after the ledgers have been updated. */
export interface RuleCheck extends Check {
  readonly on: Handlers;
  readonly pauses?: PauseWatch;
}

/**
 * Starts a rule. The rule takes its facts from the ledgers, and reports its armed count, findings and missing
 * data to its judge.
 */
export type RuleFactory = (ledgers: Ledgers, judge: Judge) => RuleCheck;

/**
 * A complete scoreboard rule (checking.md): its text, generations, required data, and judgement. A rule is an
 * exported record in a file of its class, or a row of a table there. `npm run build` collects all of them.
 */
export interface Rule {
  readonly id: RuleId;
  /** What the rule requires, in one sentence. */
  readonly text: string;
  readonly severity: Severity;
  /** The generations to which the rule applies. It is inactive on others. */
  readonly generations: readonly Gfx[];
  /** The statements on which the rule is based (statements.md). */
  readonly statements: readonly string[];
  /** The transaction kinds without which it can judge nothing; by default, none. */
  readonly needs?: readonly TransactionKind[];
  /**
   * The transaction kinds that are enough for its sure findings (`Judge.violateSurely`), which count even if
   * other kinds are missing.
   */
  readonly sureNeeds?: readonly TransactionKind[];
  /**
   * The transaction kinds that only part of its judgement needs. Without them, that part is not checked, and
   * the rest still counts.
   */
  readonly partNeeds?: readonly TransactionKind[];
  /**
   * Further kinds on which it relies. If a trace omits one of them, a finding may be due to missing
   * transactions, so the rule judges nothing. Model runs omit nothing.
   */
  readonly reads?: (showing: ShowingKinds) => readonly TransactionKind[];
  /**
   * The freedoms that set its bounds. With laxer values it fires less often (`LAXER_IF_SMALLER` names those
   * that are laxer when smaller). The most useful one to raise comes first.
   */
  readonly bounds?: readonly KnobName[];
  /**
   * Set if it compares cycles. It then skips runs whose events are ordered but have no times (`Schedule`,
   * `order`). If it bounds the path of exits, it also skips runs in which the host stalled a design.
   */
  readonly timed?: true;
  /** Set if it judges only devices that came to rest with work left, so that healthy runs never arm it. */
  readonly judgesHangsOnly?: true;
  /** Why it may have had nothing to judge in a run; by default, the reason of its class. */
  readonly unarmed?: string;
  /** The litmus outcome that it expects to see. */
  readonly litmus?: WeakOutcome;
  readonly create: RuleFactory;
}
