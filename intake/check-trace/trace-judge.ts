import { chipOf } from '../../arch/index.js';
import {
  createScoreboards,
  findRule,
  getUnarmedReason,
  RULES,
  type Rule,
  type Scoreboards,
} from '../../checkers/index.js';
import { type Collector, createCollector, type PackedCoverage, packCoverage } from '../../coverage/index.js';
import { formatOneLine } from '../../harness/basics/index.js';
import { checkMemoryLimit } from '../../harness/input/index.js';
import {
  findKnownIssue,
  getBucket,
  getFinding,
  type KnownIssue,
  UNCHECKED,
  type Witness,
} from '../../harness/records/index.js';
import { decideVerdict } from '../../harness/terminal/index.js';
import {
  getRuleClass,
  type RuleClass,
  type RuleId,
  type Scenario,
  type Transaction,
  type TransactionSink,
  UsageError,
  type Verdict,
  type Violation,
} from '../../transactions/index.js';
import { Completeness, Contradictions } from './contradictions.js';

/** What a rule did while a trace was checked. */
export interface RuleActivity {
  readonly rule: RuleId;
  /** How many times the rule checked something. */
  readonly judged: number;
  /** How many times it fired, including violations that were not stored. */
  readonly fired: number;
  /** The data that the rule needs but the trace lacks, if any. */
  readonly missing?: string;
}

/** Returns the activity of every rule that applies to the chip, by id. */
function getRuleActivity({ armed, fired = {}, unchecked }: Verdict): RuleActivity[] {
  const missing = new Map(unchecked.map((entry) => [entry.rule, entry.missing]));
  return (Object.entries(armed) as [RuleId, number][]).map(([rule, judged]) => {
    const missingData = missing.get(rule);
    return {
      rule,
      judged,
      fired: fired[rule] ?? 0,
      ...(missingData === undefined ? {} : { missing: missingData }),
    };
  });
}

/** What a trace must satisfy to pass, in addition to the rules. */
interface TraceRequirements {
  /** Rules or entire classes that must check something. */
  readonly require?: readonly (RuleId | RuleClass)[];
  /**
   * Whether the trace must be complete: no truncated record, no unfinished work, and a device that is idle at the end.
   */
  readonly complete?: boolean;
}

/** A rule that no trace of the scenario gives anything to check, and why. */
export interface InapplicableRule {
  readonly rule: RuleId;
  readonly reason: string;
}

/** Returns the rules that do not apply to a scenario, with the reasons. */
function listInapplicable(scenario: Scenario, { inapplicable }: Scoreboards): InapplicableRule[] {
  const { gfx } = chipOf(scenario.chip);
  const reasons = new Map(inapplicable.map((rule) => [rule.id, getUnarmedReason(rule)]));
  return RULES.flatMap((rule) => {
    const reason = rule.generations.includes(gfx) ? reasons.get(rule.id) : `not a rule of ${gfx}`;
    return reason === undefined ? [] : [{ rule: rule.id, reason }];
  });
}

/**
 * Returns the requirements that a verdict does not meet, one sentence each. A named rule must have been evaluated. Of a
 * named class, so must all rules that apply to the scenario, and at least one; rules of hangs apply to hangs only.
 */
function findUnmetRequirements(
  required: readonly (RuleId | RuleClass)[],
  { armed, unchecked }: Pick<Verdict, 'armed' | 'unchecked'>,
  inapplicable: readonly InapplicableRule[],
): string[] {
  const missing = new Map(unchecked.map((entry) => [entry.rule, entry.missing]));
  const reasons = new Map(inapplicable.map(({ rule, reason }) => [rule, reason]));
  const getProblem = (rule: Rule): string | undefined => {
    const reason = reasons.get(rule.id);
    if (reason !== undefined) return `does not apply: ${reason}`;
    if (missing.has(rule.id)) return `was not checked (missing: ${missing.get(rule.id)})`;
    return (armed[rule.id] ?? 0) > 0 ? undefined : `was never evaluated: ${getUnarmedReason(rule)}`;
  };
  return required.flatMap((name) => {
    const rule = findRule(name);
    const applicable = RULES.filter(
      ({ id, onlyChecksHangs }) =>
        getRuleClass(id) === name && !reasons.has(id) && !(onlyChecksHangs && armed[id] === 0),
    );
    if (rule === undefined && applicable.length === 0)
      return [`${name} is required but none of its rules applies`];
    return (rule === undefined ? applicable : [rule]).flatMap((each) => {
      const problem = getProblem(each);
      return problem === undefined ? [] : [`${each.id} is required but ${problem}`];
    });
  });
}

/** Waves or a final content that the trace does not show, in the words of `Verdict.unchecked`. */
const GAP = /\b(?:wave|background)-formed\b[^,]*|a complete memory dump .*/;

/** Returns what a trace that reports the end of its run does not show of it: waves, or a final content. */
function findGap({ unchecked }: Verdict): Pick<TraceCut, 'reason' | 'isGap'> | undefined {
  const find = (pattern: RegExp) => unchecked.map(({ missing }) => pattern.exec(missing)?.[0]).find(Boolean);
  const gap = find(GAP);
  if (gap !== undefined) return { reason: `it lacks ${gap}`, isGap: true };
  const dump = find(/\b[a-z]+-dumped\b/);
  if (dump === undefined) return undefined;
  return { reason: `it has no \`${dump}\` record for each final content of the run` };
}

/** In merged coverage, a trace appears as the run `trace HASH`, so identical traces count only once. */
const TRACE_RUN = 'trace';

/** The end of a trace that lacks the end of its run, or what else of the run it lacks. */
export interface TraceCut {
  /** The cycle of the last record. */
  readonly cycle: number;
  readonly reason: string;
  /** Whether the trace reports the end of its run, but not all that rules need. */
  readonly isGap?: true;
}

/** The result of checking a trace. */
export interface TraceVerdict {
  readonly file: string;
  readonly transactions: number;
  readonly waves: number;
  /** `inconclusive` means that the traced run stopped because it hit a budget, or that no rule could check anything. With `cut`, `pass` goes no further. */
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** Where and why the trace ends before its run does, if it does. */
  readonly cut?: TraceCut;
  readonly violations: readonly Violation[];
  /** Rules whose data is missing from the trace. */
  readonly unchecked: Verdict['unchecked'];
  /** Rules that cannot apply to the scenario, whatever the trace contains. */
  readonly inapplicable: readonly InapplicableRule[];
  /**
   * The requirements that the trace does not meet, one sentence each. If there are any, the trace does not pass, even
   * if no rule fires.
   */
  readonly unmet: readonly string[];
  /** Every rule that applies to the chip, with its counts. */
  readonly rules: readonly RuleActivity[];
  /** The known issues that excuse errors in this trace. */
  readonly known: readonly KnownIssue[];
  /** The record at which checking stopped, as requested, because of the first error. */
  readonly stoppedAt?: string;
  /** The trace's coverage. Absent unless requested. */
  readonly coverage?: PackedCoverage;
  /** The time of each violation in the dump that the trace was made from, in the dump's units, if known. */
  readonly dumpTimes?: readonly (number | undefined)[];
  /** What the picture of the first violation shows. Absent if no waves are involved, or the trace can be read only once. */
  readonly picture?: { readonly scenario: Scenario; readonly witness: Witness };
}

export interface TraceOptions extends TraceRequirements {
  /** Whether to stop reading at the first definite error. Closing a pipe ends the simulation that is writing to it. */
  readonly stopOnFirst?: boolean;
  /** Called with the scenario once it is known. */
  readonly onScenario?: (scenario: Scenario) => void;
  /** The signal map for making the trace from a signal dump. */
  readonly map?: string;
  /** Whether the file is a signal dump, whatever its name. */
  readonly isDump?: boolean;
  /** The file to write the records to, as JSON Lines. */
  readonly writeTo?: string;
  /** Whether to collect coverage. */
  readonly cover?: boolean;
  /** The errors to excuse. */
  readonly knownIssues?: readonly KnownIssue[];
  /** Called when an error in a live stream becomes certain, with the record that made it certain. */
  readonly onCertain?: (violation: Violation, location: string) => void;
  /** Called with every transaction. */
  readonly onTransaction?: TransactionSink;
  /** Called for each chunk of a live stream, since its writer may be slow. */
  readonly onArrival?: () => void;
}

interface TraceEnd {
  /** Why the trace ends before its run does, if its reader found that it does. */
  readonly cut?: string | undefined;
  /** Whether the trace was made from a dump, whose map says which kinds there are. */
  readonly isMapped?: boolean;
  /** A hash of the trace's bytes, which names it in coverage. */
  readonly digest: string;
}

/** Checks a trace using the scoreboards, and looks for contradictions and missing data. */
export class TraceJudge {
  /** The record at which the first error became certain, if checking stops there. */
  stoppedAt: string | undefined;
  private readonly scoreboards;
  private readonly contradictions: Contradictions;
  private readonly completeness: Completeness;
  private readonly collector: Collector | undefined;
  private readonly certainErrors: Violation[] = [];
  private transactions = 0;
  private waves = 0;

  constructor(
    private readonly file: string,
    private readonly scenario: Scenario,
    private readonly options: TraceOptions = {},
  ) {
    checkMemoryLimit(scenario, file);
    const onCertain = (violation: Violation): void => {
      if (violation.severity === 'error' && this.findExcuse(violation) === undefined)
        this.certainErrors.push(violation);
    };
    this.scoreboards = createScoreboards(scenario, { mayOmitKinds: true, onCertain });
    this.contradictions = new Contradictions(scenario);
    this.completeness = new Completeness(scenario);
    if (options.cover === true) this.collector = createCollector(TRACE_RUN);
    this.collector?.begin(scenario, '', 0);
  }

  /** Whether there was nothing to check yet. */
  get isEmpty(): boolean {
    return this.transactions === 0;
  }

  observe(transaction: Transaction, location: string): void {
    const problem = this.contradictions.findError(transaction);
    if (problem !== undefined) throw new UsageError(`Invalid ${location}: ${problem}`);
    this.transactions++;
    this.options.onTransaction?.(transaction);
    if (transaction.kind === 'wave-formed') this.waves++;
    this.completeness.observe(transaction);
    this.withTraceErrors(location, () => {
      this.scoreboards.observe(transaction);
      this.collector?.observe(transaction);
    });
    const newlyCertain = this.certainErrors.splice(0);
    if (newlyCertain.length > 0 && this.options.stopOnFirst === true) {
      this.stoppedAt = location;
      this.certainErrors.push(...newlyCertain);
    } else for (const violation of newlyCertain) this.options.onCertain?.(violation, location);
  }

  /** Whether work of the given kinds is under way. A dump that stops now is a cut trace. */
  isUnderWay(kinds: readonly string[]): boolean {
    return this.completeness.isUnderWay(kinds);
  }

  finish({ cut: readerCut, isMapped = false, digest }: TraceEnd = { digest: '' }): TraceVerdict {
    if (this.isEmpty) throw new UsageError(`Cannot check trace ${this.file}: it has no transactions`);
    const { file, transactions, waves, stoppedAt } = this;
    if (stoppedAt !== undefined) {
      const emptyFields = { unchecked: [], inapplicable: [], unmet: [], rules: [], known: [] };
      return {
        file,
        transactions,
        waves,
        verdict: 'fail',
        violations: this.certainErrors,
        stoppedAt,
        ...emptyFields,
      };
    }
    const endCut = readerCut ?? (isMapped ? undefined : this.completeness.findMissingEnd());
    const verdict = this.withTraceErrors(`trace ${file}`, () =>
      endCut === undefined ? this.scoreboards.finish() : this.scoreboards.cut(),
    );
    const gap = findGap(verdict);
    const end = endCut === undefined ? (isMapped ? undefined : gap) : { reason: endCut };
    const cut = end && { cycle: this.contradictions.lastCycle, ...end };
    const inapplicable = listInapplicable(this.scenario, this.scoreboards);
    const unmet = this.findUnmet(verdict, inapplicable, readerCut ?? (gap?.isGap && gap.reason));
    const { violations } = verdict;
    const unchecked = verdict.unchecked.filter(({ rule }) =>
      inapplicable.every((other) => other.rule !== rule),
    );
    const finalVerdict = this.decideVerdict(verdict, unmet);
    return {
      file,
      transactions,
      waves,
      verdict: finalVerdict,
      violations,
      unchecked,
      inapplicable,
      unmet,
      rules: getRuleActivity({ ...verdict, unchecked }),
      ...(cut === undefined ? {} : { cut }),
      known: [...new Set(violations.flatMap((violation) => this.findExcuse(violation) ?? []))],
      ...this.packTraceCoverage(finalVerdict === 'pass' && cut === undefined, digest),
    };
  }

  private decideVerdict(verdict: Verdict, unmet: readonly string[]): TraceVerdict['verdict'] {
    const violations = verdict.violations.filter((violation) => this.findExcuse(violation) === undefined);
    const finding = getFinding(this.scenario, { ...verdict, violations });
    if (finding?.outcome === 'inconclusive') return 'inconclusive';
    const hasFailed = finding !== undefined && finding.rule !== UNCHECKED;
    const passed = Object.values(verdict.armed).filter((count) => count > 0).length;
    const decided = decideVerdict({ passed, failed: unmet.length + (hasFailed ? 1 : 0) });
    return decided === 'partial' ? 'inconclusive' : decided;
  }

  private findUnmet(
    verdict: Verdict,
    inapplicable: readonly InapplicableRule[],
    cut: string | undefined,
  ): string[] {
    const { require = [], complete = false } = this.options;
    return [
      ...findUnmetRequirements(require, verdict, inapplicable),
      ...(cut === undefined || !complete ? [] : [cut]),
      ...(complete ? this.completeness.findShortfalls() : []),
    ];
  }

  private findExcuse(violation: Violation): KnownIssue | undefined {
    const { knownIssues = [] } = this.options;
    if (knownIssues.length === 0 || violation.severity !== 'error') return undefined;
    const { rule } = violation;
    return findKnownIssue(knownIssues, { rule, signature: getBucket(this.scenario, violation) });
  }

  private packTraceCoverage(passed: boolean, digest: string): Pick<TraceVerdict, 'coverage'> {
    if (this.collector === undefined) return {};
    this.collector.end(passed);
    const { parts, ...data } = packCoverage(this.collector.snapshot());
    const run = `${TRACE_RUN} ${digest}`;
    return { coverage: { ...data, parts: parts.map((part) => ({ ...part, run })) } };
  }

  /**
   * Runs `action` and reports any exception as an error in the trace, because a stream that no device can produce may
   * violate the scoreboards' assumptions.
   */
  private withTraceErrors<T>(location: string, action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw new UsageError(
        `Cannot check ${location}: it contradicts an earlier record (${formatOneLine(error)})`,
      );
    }
  }
}
