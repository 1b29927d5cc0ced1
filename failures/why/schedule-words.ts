import { POINTS, subjectOfNumber } from '../../rtl-model/index.js';
import type { Freedoms, Scenario, ScheduleDecision } from '../../transactions/index.js';
import { alwaysWords, choiceWords, cyclesOf, eventWords, waveOfChoice } from './choice-words.js';
import { type NotedChoice, type NotedRun, noteRun } from './failing-run.js';

/** Describes the decisions in a scenario's schedule, in order; empty for other schedules. Runs the scenario once. */
export function scheduleWords(scenario: Scenario): readonly string[] {
  const { schedule, freedoms } = scenario;
  if (schedule.strategy !== 'decisions' || schedule.decisions.length === 0) return [];
  const run = noteRun(scenario, {});
  return schedule.decisions.map((decision) => wordsOf(decision, run, freedoms));
}

function wordsOf(decision: ScheduleDecision, run: NotedRun, freedoms: Freedoms): string {
  if (decision.nth === undefined) return commonWords(decision, freedoms);
  const choice = run.choices.find(
    ({ decision: made }) => made !== undefined && isSameQuestion(made, decision),
  );
  return choice === undefined
    ? 'a decision that this run never reaches'
    : `cycle ${choice.cycle}: ${choiceWords(choice, freedoms)}${untilWords(choice, run, freedoms)}`;
}

/**
 * Describes what a delay waits for: another wave's event in the cycle in which the delay ends or, failing that, in the
 * cycle before. Shrinking removes unnecessary delays, so this is the event that must come first.
 */
function untilWords(choice: NotedChoice, { choices, events }: NotedRun, freedoms: Freedoms): string {
  const cycles = cyclesOf(choice, choice.answer, freedoms);
  const ownWave = waveOfChoice(choice);
  if (cycles === undefined || ownWave === undefined) return '';
  const end = choice.cycle + cycles;
  const tied = choices.find(
    (candidate) => candidate.cycle === end && candidate.events?.some(({ wave }) => wave === ownWave),
  );
  const rival = tied?.events?.find(({ wave }) => wave !== undefined && wave !== ownWave);
  if (rival !== undefined) return `, until the cycle of ${eventWords(rival)}`;
  const isOther = ({ wave }: NotedRun['events'][number]): boolean => wave !== undefined && wave !== ownWave;
  const before = events.find((event) => event.cycle === end - 1 && isOther(event));
  return before === undefined ? '' : `, until after ${before.text}`;
}

function commonWords({ point, subject, take }: ScheduleDecision, freedoms: Freedoms): string {
  const about = subject === undefined ? undefined : subjectOfNumber(subject);
  return `always: ${alwaysWords(POINTS[point]!, about, take, freedoms)}`;
}

function isSameQuestion(a: ScheduleDecision, b: ScheduleDecision): boolean {
  return a.point === b.point && a.subject === b.subject && a.nth === b.nth;
}
