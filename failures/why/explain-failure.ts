import type { TestResult } from '../../harness/one-test/index.js';
import type {
  Decision,
  NamedChoice,
  NearestPass,
  Why,
  WhyBand,
} from '../../harness/triage-findings/index.js';
import type { Freedoms } from '../../transactions/index.js';
import { type Curve, inevitability, type Jump } from '../inevitability/curve.js';
import { fewestChoices } from '../inevitability/fewest-choices.js';
import { nearestPass } from '../inevitability/nearest-pass.js';
import { shareOf, type Tally, Trials } from '../inevitability/trials.js';
import { valueBands } from '../inevitability/value-bands.js';
import { answersWords, choiceWords, cyclesOf, waveOfChoice } from './choice-words.js';
import { FailingRun, type NotedChoice, type NotedRun } from './failing-run.js';

/** The budget for an explanation, and a callback for its runs. */
export interface WhyOptions {
  /** The budget, in choices across all runs. Proportional to time; determines the number of runs. */
  readonly work?: number;
  /** Called before each run. */
  readonly beforeRun?: () => void;
}

/** The default budget in choices: about ten seconds on one 2024 core. */
const WORK = 2_000_000;
/** The fixed cost of a run, in choices. */
const WORK_PER_RUN = 1000;
const MIN_RUNS = 150;
/** The fraction of the runs after which the curve search stops. */
const CURVE_PART = 0.6;
/** The fraction of the runs after which the search for answer bands stops. */
const BANDS_PART = 0.8;
/** The fraction of the runs after which the search for the nearest pass stops. */
const PASS_PART = 0.9;
/** The maximum number of decisive choices to report, chosen by steepness. */
const MAX_DECISIONS = 5;

/**
 * Explains when a failure became inevitable and what decided it. Repeats the failing run's choices up to some point and
 * randomizes the rest. Where the share of failing runs rises, a choice was decisive. Deterministic on every machine.
 *
 * @param original failed test, with its choices recorded.
 */
export function explainFailure(original: TestResult, options: WhyOptions = {}): Why {
  const { work = WORK, beforeRun } = options;
  const failing = new FailingRun(original, beforeRun);
  const { noted, signature } = failing;
  const { freedoms } = original.scenario;
  const maxRuns = Math.max(MIN_RUNS, Math.floor(work / (WORK_PER_RUN + (original.run.choices?.length ?? 0))));
  const trials = new Trials(failing.runner, Math.floor(CURVE_PART * maxRuns));
  const curve = inevitability(trials, noted.answers.length);
  trials.runsMax = Math.floor(BANDS_PART * maxRuns);
  const decisive = steepestJumps(curve).map((jump) => decisionOf(jump, noted, trials, freedoms));
  trials.runsMax = Math.floor(PASS_PART * maxRuns);
  const nearest = nearestOf(trials, failing, freedoms);
  const fewest = fewestOf(failing, maxRuns - trials.made, freedoms);
  return {
    signature,
    choices: noted.answers.length,
    runs: trials.made + fewest.runs,
    curve: curve.points.map((point) => ({ choice: point.choice, ...sharesOf(point) })),
    decisive,
    nearestPass: nearest,
    fewest: { choices: fewest.choices, complete: fewest.complete },
  };
}

/** The steepest jumps, in choice order. */
function steepestJumps({ jumps }: Curve): Jump[] {
  const rise = ({ before, after }: Jump): number => shareOf(after) - shareOf(before);
  const kept = [...jumps].sort((a, b) => rise(b) - rise(a)).slice(0, MAX_DECISIONS);
  return kept.sort((a, b) => a.after.choice - b.after.choice);
}

function sharesOf(tally: Tally): Pick<WhyBand, 'share' | 'otherwise' | 'runs'> {
  const { otherwise, runs } = tally;
  return { share: rounded(shareOf(tally)), otherwise: rounded(otherwise / runs), runs };
}

function rounded(share: number): number {
  return Math.round(1000 * share) / 1000;
}

function decisionOf(
  { before, after }: Jump,
  { choices }: NotedRun,
  trials: Trials,
  freedoms: Freedoms,
): Decision {
  const place = after.choice - 1;
  const choice = choices[place]!;
  const named = namedChoice(choice, place, freedoms);
  const isAlone = after.choice - before.choice === 1;
  const shares = { before: rounded(shareOf(before)), after: rounded(shareOf(after)) };
  if (!isAlone) return { ...named, ...shares, since: before.choice, bands: [] };
  const bands = valueBands(trials, place, choice);
  const tallied = bands.map(({ from, to, ...tally }): WhyBand => {
    const [low, high] = [valueFor(choice, from, freedoms), valueFor(choice, to, freedoms)];
    return { from: Math.min(low, high), to: Math.max(low, high), ...sharesOf(tally) };
  });
  const others = bands
    .filter(({ from, to }) => choice.answer < from || choice.answer > to)
    .map((band) => `with ${answersWords(choice, band.from, band.to, freedoms)} ${runsWords(band)}`);
  const text = others.length === 0 ? named.text : `${named.text}; ${others.join(', ')}`;
  return { ...named, text, ...shares, bands: tallied.sort((a, b) => a.from - b.from) };
}

function runsWords({ fails, runs }: Tally): string {
  if (fails === 0) return `it fails in none of ${runs} runs`;
  return `it fails in ${fails} of ${runs} runs`;
}

function namedChoice(choice: NotedChoice, place: number, freedoms: Freedoms): NamedChoice {
  const wave = waveOfChoice(choice);
  const cycles = cyclesOf(choice, choice.answer, freedoms);
  return {
    choice: place + 1,
    cycle: choice.cycle,
    point: choice.point,
    ...(wave === undefined ? {} : { wave }),
    value: cycles ?? choice.answer,
    ...(cycles === undefined ? {} : { unit: 'cycles' as const }),
    text: choiceWords(choice, freedoms),
  };
}

function valueFor(choice: NotedChoice, answer: number, freedoms: Freedoms): number {
  return cyclesOf(choice, answer, freedoms) ?? answer;
}

function nearestOf(trials: Trials, failing: FailingRun, freedoms: Freedoms): NearestPass | null {
  const trial = nearestPass(trials, failing.noted.choices);
  if (trial === undefined) return null;
  const passing = failing.note(trial);
  const { noted } = failing;
  const place = noted.answers.findIndex((answer, index) => answer !== passing.answers[index]);
  const [failed, passed] = [noted.choices[place]!, passing.choices[place]!];
  return {
    choice: place + 1,
    only: trial.rest === 'recorded',
    text: `${choiceWords(passed, freedoms)}, where in the failing run ${choiceWords(failed, freedoms)}`,
    event: firstDifference(noted, passing),
    scenario: failing.scenarioOf(trial),
  };
}

/** Describes the first event that differs between two runs. */
function firstDifference(failed: NotedRun, passed: NotedRun): string {
  const at = failed.events.findIndex((event, place) => event.whole !== passed.events[place]?.whole);
  const [failedEvent, passedEvent] = [failed.events[at], passed.events[at]];
  if (failedEvent === undefined) return 'none before the failure';
  if (passedEvent === undefined)
    return `${failedEvent.text} at cycle ${failedEvent.cycle} fails, as the last event`;
  if (failedEvent.text === passedEvent.text && failedEvent.cycle === passedEvent.cycle)
    return `${failedEvent.text} at cycle ${failedEvent.cycle} with other values`;
  return `${passedEvent.text} at cycle ${passedEvent.cycle}, where in the failing run ${failedEvent.text} happens at cycle ${failedEvent.cycle}`;
}

function fewestOf(failing: FailingRun, maxRuns: number, freedoms: Freedoms) {
  const { answers } = failing.noted;
  let runs = 0;
  const fails = (kept: readonly number[]): boolean => {
    runs++;
    return failing.endsWithOnly(kept) === 'fails';
  };
  const places = answers.flatMap((answer, place) => (answer === 0 ? [] : [place]));
  const { kept, complete } = fewestChoices(places, fails, maxRuns);
  const { choices } = failing.noteOnly(kept);
  return { choices: kept.map((place) => namedChoice(choices[place]!, place, freedoms)), complete, runs };
}
