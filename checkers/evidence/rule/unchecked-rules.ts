import type { TransactionKind, Violation } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import { mayHaveUnreportedLoops } from '../facts/issue-backlog.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { type EvidenceKinds, getEvidenceKinds } from '../partial/evidence-kinds.js';
import { MissingKinds } from '../partial/missing-kinds.js';
import { ModelStream } from '../partial/model-stream.js';
import type { HasSeen, MissingKindDetector } from '../partial/stream-source.js';
import type { Rule, RuleCheck } from './rule.js';

/** The kinds that come once a run is over. */
const END_KINDS: readonly TransactionKind[] = [
  'quiesced',
  'memory-dumped',
  'gds-dumped',
  'depth-dumped',
  'colour-dumped',
];
const END_OF_RUN = 'the end of the run';

/** The data that a rule is missing. */
export interface MissingData {
  readonly text: string;
  /** The findings that still count despite the missing data; undefined if all of them do. */
  readonly countedFindings: readonly Violation[] | undefined;
}

/** A running rule and its results so far. */
export interface RunningRule {
  readonly rule: Rule;
  readonly judge: Judge;
  readonly check: RuleCheck;
}

/**
 * Determines which data each rule is missing: transaction kinds named by the rule (`needs`, `partialNeeds` and, for a
 * foreign trace, `reads`), or data that its checks reported as missing (`Judge.lacks`). The latter is more
 * precise and takes precedence.
 */
export class MissingDataFinder {
  private readonly source: MissingKindDetector;
  private readonly evidenceKinds: EvidenceKinds | undefined;

  /**
   * `isForeign` indicates that the stream is a trace of another device, which may lack data that rules expect from
   * model runs.
   */
  constructor(ledgers: Ledgers, isForeign: boolean) {
    const { gfx, scenario, visibility } = ledgers;
    const hasObjects = scenario.memory.length > 0;
    this.source = isForeign
      ? new MissingKinds(ledgers)
      : new ModelStream(ledgers.waves, ledgers.draws, hasObjects);
    this.evidenceKinds = isForeign
      ? getEvidenceKinds(gfx, {
          mayBeStale: visibility.mayBeStale,
          mayHaveUnreportedLoops: mayHaveUnreportedLoops(scenario),
        })
      : undefined;
  }

  /** Handlers that must be called after those of the ledgers. */
  get handlers(): readonly Handlers[] {
    return this.source.handlers;
  }

  /**
   * Returns the data that a rule is missing in the whole stream, or undefined if nothing is missing. `seen` returns
   * whether a kind has occurred.
   */
  findMissingData({ rule, judge, check }: RunningRule, seen: HasSeen): MissingData | undefined {
    const { needs = [], partialNeeds = [] } = rule;
    const isMissing = (kind: TransactionKind): boolean => this.source.isMissing(kind, seen, judge.fired > 0);
    const required = [...new Set([...needs, ...this.getAssumedKinds(rule, check)])].filter(isMissing);
    const kinds = [...required, ...partialNeeds.filter(isMissing)].map((kind) =>
      this.source.getKindName(kind),
    );
    const text = judge.missing ?? (kinds.length > 0 ? kinds.join(', ') : undefined);
    if (text === undefined) return undefined;
    const needsMissingData = this.evidenceKinds !== undefined && required.length > 0;
    const isDefinite = !required.some((kind) => rule.definiteNeeds?.includes(kind));
    return { text, countedFindings: needsMissingData ? (isDefinite ? judge.definite : []) : undefined };
  }

  /**
   * Returns the data that a rule was still to get when its stream was cut: the end of the run, or kinds that may have
   * come later. Findings that depend on it do not count.
   */
  findUnsettledData(running: RunningRule, seen: HasSeen): MissingData | undefined {
    const { rule, judge, check } = running;
    const { needs = [], partialNeeds = [], definiteNeeds = [] } = rule;
    const isUnsettled = (kind: TransactionKind): boolean => !this.source.isSettled(kind, seen);
    const kinds = [...needs, ...this.getAssumedKinds(rule, check), ...partialNeeds].filter(isUnsettled);
    const names = kinds.map((kind) =>
      END_KINDS.includes(kind) ? END_OF_RUN : this.source.getKindName(kind),
    );
    const missing = new Set([...(check.finish === undefined ? [] : [END_OF_RUN]), ...names]);
    const text = judge.missing ?? (missing.size > 0 ? [...missing].join(', ') : undefined);
    if (text === undefined) return undefined;
    if (this.isSettled(running, seen)) return { text, countedFindings: undefined };
    return { text, countedFindings: definiteNeeds.some(isUnsettled) ? [] : judge.definite };
  }

  /** Whether a rule's findings count no matter what else the stream contains. */
  isSettled({ rule, check }: RunningRule, seen: HasSeen): boolean {
    if (this.evidenceKinds === undefined) return true;
    const kinds = [...(rule.needs ?? []), ...this.getAssumedKinds(rule, check)];
    return kinds.every((kind) => this.source.isSettled(kind, seen));
  }

  /**
   * Returns the kinds that a rule reads and that only foreign traces can omit. A rule that has nothing to check in this
   * scenario needs no kinds.
   */
  private getAssumedKinds({ reads }: Rule, check: RuleCheck): readonly TransactionKind[] {
    if (this.evidenceKinds === undefined || reads === undefined) return [];
    const { onWave, finish, pauses, ...on } = check;
    return Object.keys({ ...on, ...onWave }).length === 0 ? [] : reads(this.evidenceKinds);
  }
}
