import { POINTS, subjectOfNumber } from '../../rtl-model/index.js';
import type { Freedoms, Scenario, ScheduleDecision } from '../../transactions/index.js';
import { alwaysWords, choiceWords } from './choice-words.js';
import { type NotedChoice, noteRun } from './failing-run.js';

/** The decisions of a scenario's schedule as sentences, in their order; none for a schedule of another kind. Runs the scenario once. */
export function scheduleWords(scenario: Scenario): readonly string[] {
  const { schedule, freedoms } = scenario;
  if (schedule.strategy !== 'decisions' || schedule.decisions.length === 0) return [];
  const { choices } = noteRun(scenario, {});
  return schedule.decisions.map((decision) => wordsOf(decision, choices, freedoms));
}

function wordsOf(decision: ScheduleDecision, choices: readonly NotedChoice[], freedoms: Freedoms): string {
  if (decision.nth === undefined) return commonWords(decision, freedoms);
  const choice = choices.find(({ decision: made }) => made !== undefined && isSameQuestion(made, decision));
  return choice === undefined
    ? 'a decision that this run does not come to'
    : `cycle ${choice.cycle}: ${choiceWords(choice, freedoms)}`;
}

function commonWords({ point, subject, take }: ScheduleDecision, freedoms: Freedoms): string {
  const about = subject === undefined ? undefined : subjectOfNumber(subject);
  return `always: ${alwaysWords(POINTS[point]!, about, take, freedoms)}`;
}

function isSameQuestion(a: ScheduleDecision, b: ScheduleDecision): boolean {
  return a.point === b.point && a.subject === b.subject && a.nth === b.nth;
}
