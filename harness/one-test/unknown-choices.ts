import { withFixedKnobs } from '../../stimulus/index.js';
import {
  KNOBS,
  type Knob,
  type KnobName,
  type KnobValues,
  type RuleId,
  type Scenario,
  type Schedule,
  serialiseKnobValues,
  UNKNOWNS,
} from '../../transactions/index.js';
import { deriveTestSeed, readSeed } from '../basics/index.js';
import { computeWaveBudget, runScenarioTest } from './run-test.js';

/**
 * A choice counts as relevant to a rule only if the rule fires under this many schedules and, under the alternative,
 * under none of them. By chance, one irrelevant choice in 2^10 meets this condition.
 */
const REQUIRED_WITNESSES = 10;

/** The maximum number of schedules to try for a rare violation. */
const MAX_SCHEDULES = 30;

/** The root seed for further schedules if the scenario's own schedule is recorded and thus has no seed. */
const RECORDED_SEED = '0x5eed';

/** An alternative choice for a hardware unknown. */
export interface AlternativeChoice {
  /** The unknowns (pops.md, section 10) that the knob represents, such as `U13`, separated by commas. */
  readonly unknown: string;
  readonly knob: KnobName;
  /** The current choice in the scenario, in `--set` form. */
  readonly now: string;
  /** The alternative, in `--set` form. */
  readonly instead: string;
}

/** Options for a search. */
interface ChoiceSearch {
  /** The rules to search for; by default, those of all errors. */
  readonly rules?: ReadonlySet<RuleId>;
  /** Called before each run. */
  readonly beforeRun?: () => void;
  /** Stop trying choices after this many instructions in total; unlimited by default. */
  readonly instructions?: number;
}

/** For each rule, the choices under which it would not fire. */
export type ChoicesByRule = ReadonlyMap<RuleId, readonly AlternativeChoice[]>;

/**
 * Finds the hardware unknowns that a scenario's errors depend on. A choice matters to a rule if, once it is changed, the
 * rule fires under none of ten schedules under which it fired before: the scenario's own, and others, which are searched
 * for only once a change stops a rule under the first. Rules that fire too rarely are omitted.
 *
 * Example: a program that sends its exit message twice hangs if the second message is credited to the next wave, which
 * gives `HANG-01: [{ unknown: 'U13', knob: 'secondMessage', now: 'counts', instead: 'ignored' }]`.
 */
export function findRelevantChoices(scenario: Scenario, search: ChoiceSearch = {}): ChoicesByRule {
  const { beforeRun, instructions: maxInstructions = Infinity } = search;
  let spent = 0;
  const run = (changes: Partial<Scenario>, rules?: ReadonlySet<RuleId>, targets = [...(rules ?? [])]) => {
    beforeRun?.();
    const missing = new Set(targets);
    const shouldStopAt = (rule: RuleId): boolean => missing.delete(rule) && missing.size === 0;
    const waveInstructions = computeWaveBudget(scenario);
    const result = runScenarioTest({ ...scenario, ...changes }, { waveInstructions, rules, shouldStopAt });
    spent += result.run.instructions;
    if (targets.length > 0 && missing.size === 0) return new Set(targets);
    const errors = result.verdict.violations.filter(({ severity }) => severity === 'error');
    return result.verdict.inconclusive ? undefined : new Set(errors.map(({ rule }) => rule));
  };
  const [ownSchedule, ...schedules] = listSchedules(scenario);
  const result = new Map<RuleId, AlternativeChoice[]>();
  const rules = search.rules ?? run({}) ?? new Set();
  if (rules.size === 0 || spent > maxInstructions) return result;
  const read = new Set<KnobName>();
  const get = (values: KnobValues, knob: KnobName) => {
    read.add(knob);
    return values[knob];
  };
  const freedoms = new Proxy(scenario.freedoms, { get } as ProxyHandler<KnobValues>);
  // Only these rules run, since others would read further knobs.
  const errors: ReadonlySet<RuleId> = run({ freedoms }, rules) ?? new Set();
  let witnesses: readonly WitnessSchedule[] | undefined;
  for (const { freedoms, choice } of listAlternatives(scenario.freedoms)) {
    if (spent > maxInstructions) break;
    // Knobs that had not been read when the last of the rules fired cannot matter.
    if ([...read].every((knob) => freedoms[knob] === scenario.freedoms[knob])) continue;
    const runUntil: RunUntil = (schedule, ...rest) => run({ freedoms, schedule }, ...rest);
    const suspects = findStoppedRules(errors, [{ schedule: ownSchedule, rules: errors }], runUntil);
    if (suspects.size === 0) continue;
    witnesses ??= findWitnesses(errors, schedules, (schedule, ...rest) =>
      spent > maxInstructions ? undefined : run({ schedule }, ...rest),
    );
    for (const rule of findStoppedRules(suspects, witnesses, runUntil))
      result.set(rule, [...(result.get(rule) ?? []), choice]);
  }
  return result;
}

/**
 * Checks `rules` under a schedule until all `targets` (by default, all of them) have fired. Returns the rules that fired
 * as errors; undefined if the run did not finish, in which case it is inconclusive.
 */
type RunUntil = (
  schedule: Schedule,
  rules: ReadonlySet<RuleId>,
  targets?: RuleId[],
) => ReadonlySet<RuleId> | undefined;

/** A schedule, and the rules for which it is a witness. */
interface WitnessSchedule {
  readonly schedule: Schedule;
  readonly rules: ReadonlySet<RuleId>;
}

/** Returns the witnesses other than the scenario's own schedule, for each of its rules that fires often enough. */
function findWitnesses(
  errors: ReadonlySet<RuleId>,
  schedules: readonly Schedule[],
  runUntil: RunUntil,
): readonly WitnessSchedule[] {
  const witnesses: WitnessSchedule[] = [];
  const counts = new Map(Array.from(errors, (rule) => [rule, 1]));
  for (const schedule of schedules) {
    const targets = [...counts].filter(([, count]) => count < REQUIRED_WITNESSES).map(([rule]) => rule);
    if (targets.length === 0) break;
    const firedRules = runUntil(schedule, new Set(targets));
    const rules = targets.filter((rule) => firedRules?.has(rule));
    for (const rule of rules) counts.set(rule, counts.get(rule)! + 1);
    if (rules.length > 0) witnesses.push({ schedule, rules: new Set(rules) });
  }
  const hasEnough = (rule: RuleId): boolean => counts.get(rule) === REQUIRED_WITNESSES;
  return witnesses.map(({ schedule, rules }) => ({ schedule, rules: new Set([...rules].filter(hasEnough)) }));
}

/** Returns those of `suspects` that have witnesses and fire under none of them; empty if any run did not finish. */
function findStoppedRules(
  suspects: ReadonlySet<RuleId>,
  witnesses: readonly WitnessSchedule[],
  runUntil: RunUntil,
): ReadonlySet<RuleId> {
  const stoppedRules = new Set(
    [...suspects].filter((rule) => witnesses.some(({ rules }) => rules.has(rule))),
  );
  for (const { schedule, rules } of witnesses) {
    const targets = [...rules].filter((rule) => stoppedRules.has(rule));
    if (targets.length === 0) continue;
    const firedRules = runUntil(schedule, stoppedRules, targets);
    if (firedRules === undefined) return new Set();
    for (const rule of firedRules) stoppedRules.delete(rule);
  }
  return stoppedRules;
}

/** Returns the scenario's schedule, followed by others with the same strategy. */
function listSchedules({ name, schedule }: Scenario): readonly Schedule[] {
  const seededSchedule = 'seed' in schedule ? schedule : undefined;
  const root = readSeed(seededSchedule?.seed ?? RECORDED_SEED);
  const others = Array.from({ length: MAX_SCHEDULES - 1 }, (_, index): Schedule => {
    const seed = deriveTestSeed(root, name, index);
    return seededSchedule === undefined ? { strategy: 'random', seed } : { ...seededSchedule, seed };
  });
  return [schedule, ...others];
}

/** Lists alternatives for each knob that represents an unknown: every other choice, or the default for numbers and ranges. */
function listAlternatives(
  freedoms: KnobValues,
): readonly { freedoms: KnobValues; choice: AlternativeChoice }[] {
  return (Object.entries(KNOBS) as [KnobName, Knob][]).flatMap(([knob, row]) => {
    const unknown = row.source.split(', ').filter((source) => Object.hasOwn(UNKNOWNS, source));
    if (unknown.length === 0) return [];
    const now = formatSetting(freedoms, knob);
    const values = row.kind === 'value' && row.choices !== undefined ? row.choices.keys() : [row.default];
    return Array.from(values, (value) => {
      const alternative = withFixedKnobs(freedoms, { [knob]: value });
      const instead = formatSetting(alternative, knob);
      return { freedoms: alternative, choice: { unknown: unknown.join(', '), knob, now, instead } };
    }).filter(({ choice }) => choice.instead !== now);
  });
}

function formatSetting(freedoms: KnobValues, knob: KnobName): string {
  const value = serialiseKnobValues(freedoms)[knob];
  return Array.isArray(value) ? value.join('..') : String(value);
}
