import { runScenarioTest, type TestResult } from '../../harness/one-test/index.js';
import type {
  Decision,
  Explanation,
  NamedChoice,
  NearestPass,
  ValueBand,
} from '../../harness/triage-findings/index.js';
import type { KnobValues, Scenario } from '../../transactions/index.js';
import {
  type Curve,
  findValueBands,
  getFailureRate,
  type Jump,
  measureFailureCurve,
  searchNearestPass,
  type Tally,
  Trials,
} from '../inevitability/curve.js';
import { describeAnswers, describeChoice, findChoiceWave, getLatencyCycles } from './choice-words.js';
import { FailingRun, type RecordedChoice, type RecordedRun } from './failing-run.js';
import { type ExplanationTexts, toTexts } from './why-text.js';

class OutOfTime extends Error {}

/** Explains a failing scenario as `explainFailure` does. Returns undefined if time runs out first. */
export function explainWithinBudget(
  scenario: Scenario,
  hasExpired: () => boolean,
): ExplanationTexts | undefined {
  const beforeRun = (): void => {
    if (hasExpired()) throw new OutOfTime();
  };
  try {
    return toTexts(explainFailure(runScenarioTest(scenario, { record: true }), { beforeRun }));
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return undefined;
  }
}

interface ExplainOptions {
  /** The budget in choices, across all runs. Determines the number of runs and is proportional to time. */
  readonly work?: number;
  readonly beforeRun?: () => void;
}

/** The budget in choices, the same for every command: 500 runs of a shrunk case, about three seconds on a 2024 core. */
const DEFAULT_WORK = 600_000;
/** The fixed cost of a run, in choices. */
const WORK_PER_RUN = 1000;
const MIN_RUNS = 150;
/** The search for the curve stops after this fraction of the runs. */
const CURVE_FRACTION = 0.6;
/** The search for answer bands stops after this fraction of the runs. */
const BANDS_FRACTION = 0.8;
/** The search for the nearest pass stops after this fraction of the runs. */
const PASS_FRACTION = 0.9;
/** The maximum number of decisive choices to report; the steepest are kept. */
const MAX_DECISIONS = 5;

/**
 * Explains when a failure became inevitable and what decided it. Repeats the failing run's choices up to some point and
 * randomises the rest. A choice is decisive where the fraction of failing runs jumps. Results are the same on every
 * machine.
 *
 * @param original the failed test, with its choices recorded.
 */
export function explainFailure(original: TestResult, options: ExplainOptions = {}): Explanation {
  const { work = DEFAULT_WORK, beforeRun } = options;
  const failing = new FailingRun(original, beforeRun);
  const { recorded, signature } = failing;
  const { freedoms } = original.scenario;
  const maxRuns = Math.max(MIN_RUNS, Math.floor(work / (WORK_PER_RUN + (original.run.choices?.length ?? 0))));
  const trials = new Trials(failing.runner, Math.floor(CURVE_FRACTION * maxRuns));
  const curve = measureFailureCurve(trials, recorded.answers.length);
  trials.maxRuns = Math.floor(BANDS_FRACTION * maxRuns);
  const decisive = selectSteepestJumps(curve).map((jump) => describeJump(jump, recorded, trials, freedoms));
  trials.maxRuns = Math.floor(PASS_FRACTION * maxRuns);
  const nearest = findNearestPass(trials, failing, freedoms);
  return {
    signature,
    choices: recorded.answers.length,
    runs: trials.runCount,
    curve: curve.points.map((point) => ({ choice: point.choice, ...computeShares(point) })),
    decisive,
    nearestPass: nearest,
  };
}

function selectSteepestJumps({ jumps }: Curve): Jump[] {
  const getRise = ({ before, after }: Jump): number => getFailureRate(after) - getFailureRate(before);
  const kept = [...jumps].sort((a, b) => getRise(b) - getRise(a)).slice(0, MAX_DECISIONS);
  return kept.sort((a, b) => a.after.choice - b.after.choice);
}

function computeShares(tally: Tally): Pick<ValueBand, 'share' | 'otherwise' | 'runs'> {
  const { otherFailures, runs } = tally;
  return {
    share: roundFraction(getFailureRate(tally)),
    otherwise: roundFraction(otherFailures / runs),
    runs,
  };
}

function roundFraction(fraction: number): number {
  return Math.round(1000 * fraction) / 1000;
}

function describeJump(
  { before, after }: Jump,
  { choices }: RecordedRun,
  trials: Trials,
  freedoms: KnobValues,
): Decision {
  const index = after.choice - 1;
  const choice = choices[index]!;
  const namedChoice = nameChoice(choice, index, freedoms);
  const isSingleChoice = after.choice - before.choice === 1;
  const shares = {
    before: roundFraction(getFailureRate(before)),
    after: roundFraction(getFailureRate(after)),
  };
  if (!isSingleChoice) return { ...namedChoice, ...shares, since: before.choice, bands: [] };
  const bands = findValueBands(trials, index, choice);
  const answerBands = bands.map(({ from, to, ...tally }): ValueBand => {
    const [low, high] = [getValue(choice, from, freedoms), getValue(choice, to, freedoms)];
    return { from: Math.min(low, high), to: Math.max(low, high), ...computeShares(tally) };
  });
  const otherBands = bands
    .filter(({ from, to }) => choice.answer < from || choice.answer > to)
    .map((band) => `with ${describeAnswers(choice, band.from, band.to, freedoms)} ${describeRuns(band)}`);
  const text = otherBands.length === 0 ? namedChoice.text : `${namedChoice.text}; ${otherBands.join(', ')}`;
  return { ...namedChoice, text, ...shares, bands: answerBands.sort((a, b) => a.from - b.from) };
}

function describeRuns({ failures, runs }: Tally): string {
  if (failures === 0) return `it never fails in ${runs} runs`;
  return `it fails in ${failures} of ${runs} runs`;
}

function nameChoice(choice: RecordedChoice, index: number, freedoms: KnobValues): NamedChoice {
  const wave = findChoiceWave(choice);
  const cycles = getLatencyCycles(choice, choice.answer, freedoms);
  return {
    choice: index + 1,
    cycle: choice.cycle,
    point: choice.point,
    ...(wave === undefined ? {} : { wave }),
    value: cycles ?? choice.answer,
    ...(cycles === undefined ? {} : { unit: 'cycles' as const }),
    text: describeChoice(choice, freedoms),
  };
}

function getValue(choice: RecordedChoice, answer: number, freedoms: KnobValues): number {
  return getLatencyCycles(choice, answer, freedoms) ?? answer;
}

function findNearestPass(trials: Trials, failing: FailingRun, freedoms: KnobValues): NearestPass | null {
  const trial = searchNearestPass(trials, failing.recorded.choices);
  if (trial === undefined) return null;
  const passing = failing.recordTrial(trial);
  const { recorded } = failing;
  const index = recorded.answers.findIndex((answer, i) => answer !== passing.answers[i]);
  const [failed, passed] = [recorded.choices[index]!, passing.choices[index]!];
  return {
    choice: index + 1,
    only: trial.rest === 'recorded',
    text: `${describeChoice(passed, freedoms)}, whereas in the failing run ${describeChoice(failed, freedoms)}`,
    event: describeFirstDifference(recorded, passing),
    scenario: failing.makeScenario(trial),
  };
}

/** Describes the first event that differs between two runs. */
function describeFirstDifference(failed: RecordedRun, passed: RecordedRun): string {
  const index = failed.events.findIndex((event, i) => event.serialised !== passed.events[i]?.serialised);
  const [failedEvent, passedEvent] = [failed.events[index], passed.events[index]];
  if (failedEvent === undefined) return 'no difference before the failure';
  if (passedEvent === undefined)
    return `${failedEvent.text} at cycle ${failedEvent.cycle}, which happens only in the failing run`;
  if (failedEvent.text === passedEvent.text && failedEvent.cycle === passedEvent.cycle)
    return `${failedEvent.text} at cycle ${failedEvent.cycle} with different values`;
  return `${passedEvent.text} at cycle ${passedEvent.cycle}, whereas in the failing run ${failedEvent.text} happens at cycle ${failedEvent.cycle}`;
}
