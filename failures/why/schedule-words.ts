import { POINT_NAMES, subjectFromNumber } from '../../rtl-model/index.js';
import type { Freedoms, Scenario, ScheduleDecision } from '../../transactions/index.js';
import {
  describeChoice,
  describeEvent,
  describeFixedDecision,
  findChoiceWave,
  getLatencyCycles,
} from './choice-words.js';
import { type RecordedChoice, type RecordedRun, runRecorded } from './failing-run.js';

/**
 * Runs a scenario once and describes the decisions in its schedule, in order. Returns an empty array for other kinds of
 * schedule.
 */
export function describeSchedule(scenario: Scenario): readonly string[] {
  const { schedule, freedoms } = scenario;
  if (schedule.strategy !== 'decisions' || schedule.decisions.length === 0) return [];
  const run = runRecorded(scenario, {});
  return schedule.decisions.map((decision) => describeDecision(decision, run, freedoms));
}

function describeDecision(decision: ScheduleDecision, run: RecordedRun, freedoms: Freedoms): string {
  if (decision.nth === undefined) return describeCommonDecision(decision, freedoms);
  const choice = run.choices.find(({ decision: made }) => made !== undefined && isSameChoice(made, decision));
  return choice === undefined
    ? 'a decision that this run never reaches'
    : `cycle ${choice.cycle}: ${describeChoice(choice, freedoms)}${describeDelayEnd(choice, run, freedoms)}`;
}

/**
 * Describes what a delay waits for: another wave's event in the cycle in which the delay ends or, if there is none, in
 * the cycle before. Shrinking removes unnecessary delays, so this is the event that must come first.
 */
function describeDelayEnd(
  choice: RecordedChoice,
  { choices, events }: RecordedRun,
  freedoms: Freedoms,
): string {
  const cycles = getLatencyCycles(choice, choice.answer, freedoms);
  const ownWave = findChoiceWave(choice);
  if (cycles === undefined || ownWave === undefined) return '';
  const end = choice.cycle + cycles;
  const tied = choices.find(
    (candidate) => candidate.cycle === end && candidate.events?.some(({ wave }) => wave === ownWave),
  );
  const rival = tied?.events?.find(({ wave }) => wave !== undefined && wave !== ownWave);
  if (rival !== undefined) return ` and so ends in the same cycle as ${describeEvent(rival)}`;
  const isOtherWave = ({ wave }: RecordedRun['events'][number]): boolean =>
    wave !== undefined && wave !== ownWave;
  const previous = events.find((event) => event.cycle === end - 1 && isOtherWave(event));
  return previous === undefined ? '' : `, until after ${previous.text}`;
}

function describeCommonDecision({ point, subject, take }: ScheduleDecision, freedoms: Freedoms): string {
  const eventSubject = subject === undefined ? undefined : subjectFromNumber(subject);
  return `always: ${describeFixedDecision(POINT_NAMES[point]!, eventSubject, take, freedoms)}`;
}

function isSameChoice(a: ScheduleDecision, b: ScheduleDecision): boolean {
  return a.point === b.point && a.subject === b.subject && a.nth === b.nth;
}
