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
  /** Called before each run. */
  readonly beforeRun?: () => void;
  /** Stop trying choices after this many instructions in total; unlimited by default. */
  readonly instructions?: number;
}

/** For each rule, the choices under which it would not fire. */
export type ChoicesByRule = ReadonlyMap<RuleId, readonly AlternativeChoice[]>;

/**
 * Finds the hardware unknowns that a scenario's errors depend on. Runs the scenario with further schedules until each
 * of its rules has fired ten times. A choice matters to a rule if, once it is changed, the rule fires under none of
 * those schedules. Rules that fire too rarely are omitted.
 *
 * Example: a program that sends its exit message twice hangs if the second message is credited to the next wave, which
 * gives `HANG-01: [{ unknown: 'U13', knob: 'secondMessage', now: 'counts', instead: 'ignored' }]`.
 */
export function findRelevantChoices(scenario: Scenario, search: ChoiceSearch = {}): ChoicesByRule {
  const { beforeRun, instructions: maxInstructions = Number.POSITIVE_INFINITY } = search;
  let spent = 0;
  const getErrors = (freedoms: KnobValues, schedule: Schedule, targets: readonly RuleId[]): FiredErrors => {
    beforeRun?.();
    const { instructions, rules } = findErrors({ ...scenario, freedoms, schedule }, targets);
    spent += instructions;
    return rules;
  };
  const witnesses = findWitnesses(listSchedules(scenario), (schedule, targets) =>
    spent > maxInstructions ? undefined : getErrors(scenario.freedoms, schedule, targets),
  );
  const result = new Map<RuleId, AlternativeChoice[]>();
  for (const { freedoms, choice } of listAlternatives(scenario.freedoms)) {
    if (spent > maxInstructions) break;
    for (const rule of findStoppedRules(witnesses, (...run) => getErrors(freedoms, ...run)))
      result.set(rule, [...(result.get(rule) ?? []), choice]);
  }
  return result;
}

/** The rules that fired as errors; undefined if the run did not finish, in which case it is inconclusive. */
type FiredErrors = ReadonlySet<RuleId> | undefined;

/** Runs a scenario until all rules in `targets` have fired, or to its end if there are none. */
function findErrors(
  scenario: Scenario,
  targets: readonly RuleId[],
): { readonly instructions: number; readonly rules: FiredErrors } {
  const missing = new Set(targets);
  const { run, verdict } = runScenarioTest(scenario, {
    waveInstructions: computeWaveBudget(scenario),
    shouldStopAt: (rule) => missing.delete(rule) && missing.size === 0,
  });
  const { instructions } = run;
  if (targets.length > 0 && missing.size === 0) return { instructions, rules: new Set(targets) };
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  return { instructions, rules: verdict.inconclusive ? undefined : new Set(errors.map(({ rule }) => rule)) };
}

/** A schedule, and the rules for which it is a witness. */
interface WitnessSchedule {
  readonly schedule: Schedule;
  readonly rules: ReadonlySet<RuleId>;
}

/** Runs the scenario under a schedule, at least until all `targets` rules have fired. */
type RunUntil = (schedule: Schedule, targets: readonly RuleId[]) => FiredErrors;

/** Returns the witnesses for each rule that fires under the first schedule and often enough under later ones. */
function findWitnesses(schedules: readonly Schedule[], runUntil: RunUntil): readonly WitnessSchedule[] {
  const witnesses: WitnessSchedule[] = [];
  const counts = new Map<RuleId, number>();
  for (const [index, schedule] of schedules.entries()) {
    const targets = [...counts].filter(([, count]) => count < REQUIRED_WITNESSES).map(([rule]) => rule);
    if (index > 0 && targets.length === 0) break;
    const firedRules = runUntil(schedule, targets) ?? new Set();
    const rules = index === 0 ? [...firedRules] : targets.filter((rule) => firedRules.has(rule));
    for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    if (rules.length > 0) witnesses.push({ schedule, rules: new Set(rules) });
  }
  const hasEnough = (rule: RuleId): boolean => counts.get(rule) === REQUIRED_WITNESSES;
  return witnesses.map(({ schedule, rules }) => ({ schedule, rules: new Set([...rules].filter(hasEnough)) }));
}

/** Returns the rules that no longer fire under any of their schedules; empty if any run did not finish. */
function findStoppedRules(witnesses: readonly WitnessSchedule[], runUntil: RunUntil): ReadonlySet<RuleId> {
  const stoppedRules = new Set(witnesses.flatMap(({ rules }) => [...rules]));
  for (const { schedule, rules } of witnesses) {
    const targets = [...rules].filter((rule) => stoppedRules.has(rule));
    if (targets.length === 0) continue;
    const firedRules = runUntil(schedule, targets);
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

/**
 * Lists alternatives for each knob that represents an unknown: every other choice, or the default for numbers and
 * ranges.
 */
function listAlternatives(
  freedoms: KnobValues,
): readonly { freedoms: KnobValues; choice: AlternativeChoice }[] {
  return (Object.entries(KNOBS) as [KnobName, Knob][]).flatMap(([knob, row]) => {
    const unknown = row.source.split(', ').filter((source) => Object.hasOwn(UNKNOWNS, source));
    if (unknown.length === 0) return [];
    const setting = formatSetting(freedoms, knob);
    return listChoices(row)
      .map((value) => withFixedKnobs(freedoms, { [knob]: value }))
      .filter((alternative) => formatSetting(alternative, knob) !== setting)
      .map((alternative) => ({
        freedoms: alternative,
        choice: {
          unknown: unknown.join(', '),
          knob,
          now: setting,
          instead: formatSetting(alternative, knob),
        },
      }));
  });
}

function listChoices(knob: Knob): readonly KnobValues[KnobName][] {
  if (knob.kind === 'value' && knob.choices !== undefined) return [...knob.choices.keys()];
  return [knob.default];
}

function formatSetting(freedoms: KnobValues, knob: KnobName): string {
  const value = serialiseKnobValues(freedoms)[knob];
  return Array.isArray(value) ? value.join('..') : String(value);
}
