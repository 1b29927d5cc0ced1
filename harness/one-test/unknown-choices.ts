import { readSeed, testSeed } from '../../base/basics/index.js';
import { withFixedKnobs } from '../../stimulus/index.js';
import {
  type Freedoms,
  KNOBS,
  type Knob,
  type KnobName,
  namedFreedoms,
  type RuleId,
  type Scenario,
  type Schedule,
  UNKNOWNS,
} from '../../transactions/index.js';
import { runScenarioTest } from './run-test.js';
import { waveBudget } from './wave-budget.js';

/** How many failing schedules must all stop failing. By chance alone, one choice in 2^10 would appear to matter. */
const WITNESSES = 10;

/** The number of schedules to try before giving up on a rare violation. */
const SCHEDULES_MAX = 30;

/** The root seed of further schedules if the scenario's own is a recording without a seed. */
const RECORDED_SEED = '0x5eed';

/** Another choice for a hardware unknown. */
export interface OtherChoice {
  /** The pops.md 10 unknowns that the knob represents: `U13`, or several separated by commas. */
  readonly unknown: string;
  readonly knob: KnobName;
  /** The scenario's choice, in `--set` form. */
  readonly now: string;
  /** The other choice, in `--set` form. */
  readonly instead: string;
}

/** A search's cost limit, and a callback for its runs. */
export interface ChoiceSearch {
  /** Called before each run. */
  readonly beforeRun?: () => void;
  /** No further choice is tried after this many instructions in total; unlimited by default. */
  readonly instructions?: number;
}

/** For each rule, the choices under which it would not fire. */
export type ChoicesOfRules = ReadonlyMap<RuleId, readonly OtherChoice[]>;

/**
 * Finds the hardware unknowns that a scenario's errors depend on. Runs the scenario under further schedules until each of
 * its rules has fired ten times. A choice matters to a rule if the rule never fires with that choice under these
 * schedules. A rule that fires too rarely gets no choice.
 *
 * Example: a program that sends its exit message twice hangs if the second one counts for the next wave, which gives
 * `HANG-01: [{ unknown: 'U13', knob: 'secondMessage', now: 'counts', instead: 'ignored' }]`.
 */
export function choicesThatMatter(scenario: Scenario, search: ChoiceSearch = {}): ChoicesOfRules {
  const { beforeRun, instructions: instructionsMax = Number.POSITIVE_INFINITY } = search;
  let spent = 0;
  const errors = (freedoms: Freedoms, schedule: Schedule, wanted: readonly RuleId[]): ErrorsOfRun => {
    beforeRun?.();
    const { instructions, rules } = errorsOf({ ...scenario, freedoms, schedule }, wanted);
    spent += instructions;
    return rules;
  };
  const runs = witnessesOf(schedulesOf(scenario), (schedule, wanted) =>
    spent > instructionsMax ? undefined : errors(scenario.freedoms, schedule, wanted),
  );
  const result = new Map<RuleId, OtherChoice[]>();
  for (const { freedoms, choice } of otherChoices(scenario.freedoms)) {
    if (spent > instructionsMax) break;
    for (const rule of absentWith(runs, (...run) => errors(freedoms, ...run)))
      result.set(rule, [...(result.get(rule) ?? []), choice]);
  }
  return result;
}

/** The rules that fired as errors; undefined if the run did not finish and proves nothing. */
type ErrorsOfRun = ReadonlySet<RuleId> | undefined;

/** Runs a scenario until all `wanted` rules have fired or, if there are none, to its end. */
function errorsOf(
  scenario: Scenario,
  wanted: readonly RuleId[],
): { readonly instructions: number; readonly rules: ErrorsOfRun } {
  const missing = new Set(wanted);
  const { run, verdict } = runScenarioTest(scenario, {
    waveInstructions: waveBudget(scenario),
    endsAt: (rule) => missing.delete(rule) && missing.size === 0,
  });
  const { instructions } = run;
  if (wanted.length > 0 && missing.size === 0) return { instructions, rules: new Set(wanted) };
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  return { instructions, rules: verdict.inconclusive ? undefined : new Set(errors.map(({ rule }) => rule)) };
}

/** A schedule, and the rules it is a witness for. */
interface Witnesses {
  readonly schedule: Schedule;
  readonly rules: ReadonlySet<RuleId>;
}

/** Runs the scenario under a schedule, at least until all `wanted` rules have fired. */
type RunUntil = (schedule: Schedule, wanted: readonly RuleId[]) => ErrorsOfRun;

/** The witnesses for each rule that fires under the first schedule and often enough under later ones. */
function witnessesOf(schedules: readonly Schedule[], errors: RunUntil): readonly Witnesses[] {
  const found: Witnesses[] = [];
  const counts = new Map<RuleId, number>();
  for (const [index, schedule] of schedules.entries()) {
    const wanted = [...counts].filter(([, count]) => count < WITNESSES).map(([rule]) => rule);
    if (index > 0 && wanted.length === 0) break;
    const fired = errors(schedule, wanted) ?? new Set();
    const rules = index === 0 ? [...fired] : wanted.filter((rule) => fired.has(rule));
    for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    if (rules.length > 0) found.push({ schedule, rules: new Set(rules) });
  }
  const isWitnessed = (rule: RuleId): boolean => counts.get(rule) === WITNESSES;
  return found.map(({ schedule, rules }) => ({ schedule, rules: new Set([...rules].filter(isWitnessed)) }));
}

/** The rules that fire under none of their schedules; empty if any run did not finish. */
function absentWith(witnesses: readonly Witnesses[], errors: RunUntil): ReadonlySet<RuleId> {
  const absent = new Set(witnesses.flatMap(({ rules }) => [...rules]));
  for (const { schedule, rules } of witnesses) {
    const wanted = [...rules].filter((rule) => absent.has(rule));
    if (wanted.length === 0) continue;
    const fired = errors(schedule, wanted);
    if (fired === undefined) return new Set();
    for (const rule of fired) absent.delete(rule);
  }
  return absent;
}

/** The scenario's schedule, followed by others with the same strategy. */
function schedulesOf({ name, schedule }: Scenario): readonly Schedule[] {
  const seeded = 'seed' in schedule ? schedule : undefined;
  const root = readSeed(seeded?.seed ?? RECORDED_SEED);
  const others = Array.from({ length: SCHEDULES_MAX - 1 }, (_, index): Schedule => {
    const seed = testSeed(root, name, index);
    return seeded === undefined ? { strategy: 'random', seed } : { ...seeded, seed };
  });
  return [schedule, ...others];
}

/**
 * The other values of each knob that represents an unknown: every alternative of a choice, or the default of a number or a
 * range.
 */
function otherChoices(freedoms: Freedoms): readonly { freedoms: Freedoms; choice: OtherChoice }[] {
  return (Object.entries(KNOBS) as [KnobName, Knob][]).flatMap(([knob, row]) => {
    const unknown = row.source.split(', ').filter((source) => Object.hasOwn(UNKNOWNS, source));
    if (unknown.length === 0) return [];
    const setting = settingText(freedoms, knob);
    return valuesOf(row)
      .map((value) => withFixedKnobs(freedoms, { [knob]: value }))
      .filter((other) => settingText(other, knob) !== setting)
      .map((other) => ({
        freedoms: other,
        choice: {
          unknown: unknown.join(', '),
          knob,
          now: setting,
          instead: settingText(other, knob),
        },
      }));
  });
}

function valuesOf(knob: Knob): readonly Freedoms[KnobName][] {
  if (knob.kind === 'value' && knob.choices !== undefined) return [...knob.choices.keys()];
  return [knob.default];
}

function settingText(freedoms: Freedoms, knob: KnobName): string {
  const value = namedFreedoms(freedoms)[knob];
  return Array.isArray(value) ? value.join('..') : String(value);
}
