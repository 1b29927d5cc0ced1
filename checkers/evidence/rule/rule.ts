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

/** One rule running on one stream. Its handlers run after the ledgers are updated. */
export interface RuleCheck extends Check {
  readonly on: Handlers;
  readonly pauses?: PauseWatch;
}

/** Starts one rule: facts come from the ledgers; its armed count, findings and missing data go to its judge. */
export type RuleFactory = (ledgers: Ledgers, judge: Judge) => RuleCheck;

/**
 * A complete scoreboard rule (checking.md): its text, generations, required data, and judgement. A rule is an exported
 * record in a file of its class, or a row of a table there; `npm run build` collects them.
 */
export interface Rule {
  readonly id: RuleId;
  /** What it requires, in one sentence. */
  readonly text: string;
  readonly severity: Severity;
  /** Generations it applies to; inactive on others. */
  readonly generations: readonly Gfx[];
  /** Statements it comes from (statements.md). */
  readonly statements: readonly string[];
  /** Kinds of transaction without which it can judge nothing; none by default. */
  readonly needs?: readonly TransactionKind[];
  /** Kinds that suffice for its sure findings (`Judge.violateSurely`): these count even if other kinds are missing. */
  readonly sureNeeds?: readonly TransactionKind[];
  /** Kinds only part of its judgement needs: without them that part is unchecked, and the rest still counts. */
  readonly partNeeds?: readonly TransactionKind[];
  /**
   * Further kinds it relies on: if a trace leaves one out, a finding may be due to missing transactions, so the rule judges
   * nothing. Runs of the model leave nothing out.
   */
  readonly reads?: (showing: ShowingKinds) => readonly TransactionKind[];
  /**
   * Freedoms that set its bounds: with laxer values it fires less (`LAXER_IF_SMALLER` names those laxer when smaller). The
   * most useful one to raise is first.
   */
  readonly bounds?: readonly KnobName[];
  /**
   * It compares cycles, so it skips runs whose events are ordered but have no times (`Schedule`, `order`). If it bounds the path
   * of exits, it also skips runs in which the host stalled a design.
   */
  readonly timed?: true;
  /** It judges devices that came to rest with work left, so healthy runs never arm it. */
  readonly judgesHangsOnly?: true;
  /** Why it may have had nothing to judge in a run; default: its class's reason. */
  readonly unarmed?: string;
  /** The litmus outcome that it expects to see. */
  readonly litmus?: WeakOutcome;
  readonly create: RuleFactory;
}
