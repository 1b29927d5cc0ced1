import type { KnobName, RuleDefinition, RuleId, TransactionKind } from '../../../transactions/index.js';
import type { Owner } from '../basics/dispatch.js';
import type { PauseWatch } from '../basics/handlers.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { EvidenceKinds } from '../partial/evidence-kinds.js';
import type { WeakOutcome } from './weak-outcome.js';

/** A rule running on a stream. Its handlers are called after the ledgers have been updated. */
export interface RuleCheck extends Owner<WaveRecord> {
  readonly finish?: (end: number) => void;
  readonly pauses?: PauseWatch;
}

/**
 * Starts a rule. The rule takes its facts from the ledgers, and reports to its judge how often it had something
 * to check, what it found, and what data was missing.
 */
export type RuleFactory = (ledgers: Ledgers, judge: Judge) => RuleCheck;

/** What a rule may skip: kinds of instructions, of accesses, of waves, of scenes, or of devices. */
export type Skipped = 'instructions' | 'accesses' | 'waves' | 'scenes' | 'devices';

/**
 * A scoreboard rule (checking.md) in the form of `defineRule`, with what only built-in rules have. Each class has files
 * that export its rules, one by one or as tables. `npm run build` collects all of them.
 */
export interface RuleEntry extends Omit<RuleDefinition, 'id' | 'create'> {
  readonly id: RuleId;
  /**
   * The transaction kinds that the rule's definite findings (`Judge.violateDefinitely`) depend on. If these are
   * present, such findings count even when other kinds are missing.
   */
  readonly definiteNeeds?: readonly TransactionKind[];
  /**
   * Transaction kinds that only part of the rule needs. Without them, that part is not checked, but the rest
   * still counts.
   */
  readonly partialNeeds?: readonly TransactionKind[];
  /**
   * Other kinds that the rule relies on. If a trace is missing one of them, a finding may be due to missing
   * transactions, so the rule is skipped. Model runs never omit any.
   */
  readonly reads?: (kinds: EvidenceKinds) => readonly TransactionKind[];
  /**
   * The knobs that determine the rule's limits. Raising them makes the rule fire less often, except for those
   * in `LOOSER_WHEN_SMALLER`, which must be lowered. The most useful one to change comes first.
   */
  readonly bounds?: readonly KnobName[];
  /**
   * As for user-defined rules. If the rule also limits how long an exit may take to become visible to polls, it skips
   * runs in which the host stalled the design.
   */
  readonly timed?: true;
  /** Set if the rule only checks devices that go idle with work outstanding. Healthy runs never arm it. */
  readonly onlyChecksHangs?: true;
  /** Set if the rule only checks scenes whose draws state what is between them. No sequence draws such scenes. */
  readonly onlyChecksScenes?: true;
  /** What the rule skips although its sentence covers it: which, and why. `generations` and `needs` say the rest. */
  readonly skips?: Readonly<Partial<Record<Skipped, string>>>;
  /** Why the rule takes more than 1 % of the processor time of tests (`npm run bench -- rule-costs`), if it does. */
  readonly costs?: string;
  /** Why a run may have given the rule nothing to check. Defaults to the reason for its class. */
  readonly unarmedReason?: string;
  /** The litmus outcome that the rule expects. */
  readonly litmus?: WeakOutcome;
  readonly create: RuleFactory;
}

/** A rule with its defaults. */
export type Rule = RuleEntry & Required<Pick<RuleEntry, 'severity' | 'generations' | 'statements'>>;
