import { chipOf, findMax, RunMemory } from '../arch/index.js';
import type { Scenario, TransactionSink, Verdict } from '../transactions/index.js';
import { RULE_IDS, type RuleId, type Violation } from '../transactions/index.js';
import { Dispatcher } from './evidence/basics/dispatch.js';
import { createLedgers, type Ledgers, listLedgerHandlers } from './evidence/facts/ledgers.js';
import { Judge } from './evidence/findings/judge.js';
import type { WaveRecord } from './evidence/ledger/wave-record.js';
import type { HasSeen } from './evidence/partial/stream-source.js';
import { EarlyFindings } from './evidence/rule/early-findings.js';
import type { Rule } from './evidence/rule/rule.js';
import { type MissingData, MissingDataFinder, type RunningRule } from './evidence/rule/unchecked-rules.js';
import { getRulesFor } from './rules.js';

const RANK = new Map<RuleId, number>(RULE_IDS.map((id, rank) => [id, rank]));

/**
 * Sorts violations by cycle, then errors before warnings, then in rule order. The first one is reported as the finding,
 * and the others can be read as its consequences.
 */
function sortFindings(violations: Violation[]): Violation[] {
  // User-defined rules come after all built-in ones.
  const getRank = (id: RuleId): number => RANK.get(id) ?? RULE_IDS.length;
  return violations.sort(
    (a, b) =>
      a.cycle - b.cycle ||
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      getRank(a.rule) - getRank(b.rule),
  );
}

/** The scoreboards for one transaction stream. */
export type Scoreboards = Readonly<ReturnType<typeof createScoreboards>>;

export interface ScoreboardOptions {
  /** Maximum number of violations stored per rule; any more are only counted. Default: 100. */
  readonly maxStoredPerRule?: number;
  /** Number of finished waves remembered for messages. Default: 4096. */
  readonly keptWaves?: number;
  /** The only rules to check; all by default. */
  readonly rules?: ReadonlySet<RuleId> | undefined;
  /** Receives each stored error as soon as a rule finds it. */
  readonly onError?: (error: Violation) => void;
  /** Receives each stored violation that becomes certain before the end of the stream. */
  readonly onCertain?: (violation: Violation) => void;
  /**
   * Whether the stream may omit whole kinds of transactions because its author does not trace them. Rules that
   * read an omitted kind are then unchecked, and their findings do not count. Model runs omit nothing, so
   * whatever is missing did not happen.
   */
  readonly mayOmitKinds?: boolean;
  /**
   * The address of a memory word. A finding about a wrong final value of this word lists all accesses to it,
   * which takes time in long runs.
   */
  readonly follow?: number;
}

const MAX_STORED_PER_RULE = 100;
const DEFAULT_KEPT_WAVES = 4096;

/**
 * Creates scoreboards for any stream of the scenario that has the required data, whether from the model or from
 * another device's trace. Rules that do not apply to the scenario's generation are omitted.
 */
export function createScoreboards(scenario: Scenario, options: ScoreboardOptions = {}) {
  const memory = new RunMemory();
  const isForeign = options.mayOmitKinds === true;
  const ledgers = createLedgers(
    scenario,
    options.keptWaves ?? DEFAULT_KEPT_WAVES,
    memory,
    isForeign,
    options.follow,
  );
  const { gfx } = chipOf(scenario.chip);
  let earlyFindings: EarlyFindings | undefined;
  const onStored = (violation: Violation): void => {
    if (violation.severity === 'error') options.onError?.(violation);
    earlyFindings?.onStored();
  };
  const gfxRules = getRulesFor(gfx).filter(({ id }) => options.rules?.has(id) ?? true);
  const skippedRules = gfxRules.filter((rule) => isUntimed(rule, scenario));
  const checkedRules =
    skippedRules.length === 0 ? gfxRules : gfxRules.filter((rule) => !skippedRules.includes(rule));
  const rules = checkedRules.map((rule): RunningRule => {
    const judge = new Judge(rule, options.maxStoredPerRule ?? MAX_STORED_PER_RULE, ledgers, onStored);
    return { rule, judge, check: rule.create(ledgers, judge) };
  });
  const uncheckedRules = new MissingDataFinder(ledgers, isForeign);
  const dispatch = new Dispatcher(
    [...listLedgerHandlers(ledgers), ...uncheckedRules.handlers, ...rules.map(({ check }) => check)],
    rules.flatMap(({ check }) => check.pauses ?? []),
    (wave) => ledgers.waves.find(wave),
  );
  const { onCertain } = options;
  const hasSeen: HasSeen = (kind) => dispatch.hasKind(kind);
  if (onCertain !== undefined) earlyFindings = new EarlyFindings(rules, uncheckedRules, hasSeen, onCertain);
  const observe: TransactionSink =
    earlyFindings === undefined
      ? dispatch.send
      : (transaction) => {
          dispatch.send(transaction);
          earlyFindings.afterTransaction(transaction);
        };
  const conclude = (findMissing: MissingDataSearch): Verdict => {
    const verdict = createVerdict(rules, skippedRules, dispatch, findMissing, ledgers);
    memory.release();
    return verdict;
  };
  return {
    /** The generation's rules that no stream of this scenario can give anything to check. Known after `finish` or `cut`. */
    get inapplicable(): readonly Rule[] {
      const idle = rules.filter(({ judge, check }) => {
        const listens = Object.keys(check).some((name) => name !== 'finish');
        return !listens && judge.armed === 0 && judge.missing === undefined;
      });
      return [...skippedRules, ...idle.map(({ rule }) => rule)];
    },
    /** Receives the next transaction. Its typed arrays are read only during the call. */
    observe,
    /**
     * Runs the checks that need the whole stream, and returns the verdict. Must be called once, after the last
     * transaction.
     */
    finish: () => {
      dispatch.end();
      for (const { check } of rules) check.finish?.(dispatch.lastCycle);
      return conclude((running) => uncheckedRules.findMissingData(running, hasSeen));
    },
    /**
     * Returns the verdict on a stream that ended before its run did: only findings that nothing later could have taken
     * back count. Called instead of `finish`.
     */
    cut: () => conclude((running) => uncheckedRules.findUnsettledData(running, hasSeen)),
    /** Releases the scoreboards without a verdict; called instead of `finish`. */
    abandon: () => memory.release(),
  };
}

/**
 * Returns whether a rule compares cycles that do not come from the device but from an event order, or from a design
 * that the host stalls.
 */
function isUntimed({ timed, bounds }: Rule, { schedule, design }: Scenario): boolean {
  if (timed !== true) return false;
  if (schedule.strategy === 'order') return true;
  return (design?.hold ?? 0) > 0 && bounds?.includes('exitVisibleLatency') === true;
}

type MissingDataSearch = (running: RunningRule) => MissingData | undefined;

function createVerdict(
  rules: readonly RunningRule[],
  skippedRules: readonly Rule[],
  dispatch: Dispatcher<WaveRecord>,
  findMissing: MissingDataSearch,
  { entries: { sectionCount, overlappingCount } }: Ledgers,
): Verdict {
  const violations: Violation[] = [];
  const fired: Record<string, number> = {};
  const armed: Record<string, number> = {};
  const unchecked: Verdict['unchecked'][number][] = [];
  let uncompared = 0;
  for (const running of rules) {
    const { id } = running.rule;
    const { judge } = running;
    const missingData = findMissing(running);
    armed[id] = judge.armed;
    const countedFindings = missingData?.countedFindings;
    const firings = countedFindings?.length ?? judge.fired;
    if (firings > 0) fired[id] = firings;
    for (const violation of countedFindings ?? judge.violations) violations.push(violation);
    if (missingData !== undefined) unchecked.push({ rule: id, missing: missingData.text });
    uncompared += judge.uncompared;
  }
  const inconclusive = dispatch.hasKind('stopped');
  const compared = findMax(rules.map(({ judge }) => judge.compared));
  const substance = { sections: sectionCount, overlapping: overlappingCount, compared };
  return {
    violations: sortFindings(violations),
    fired,
    armed,
    unchecked,
    inconclusive,
    uncompared,
    substance,
    ...(skippedRules.length === 0 ? {} : { leftOut: skippedRules.map(({ id }) => id) }),
  };
}
