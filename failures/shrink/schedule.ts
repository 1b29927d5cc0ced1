import { makeRecordedSchedule } from '../../harness/basics/index.js';
import type { TestRunner } from '../../harness/one-test/index.js';
import type { Scenario, Schedule, ScheduleDecision } from '../../transactions/index.js';
import type { FailingCase } from './failure-probe.js';
import { hasFewerDecisions } from './scenario-size.js';
import { type Effort, repeatPass, repeatSweep, type Search, type Step, type Sweep } from './search.js';
import type { Pass } from './structure-passes.js';

/** Returns the scenario with the choices recorded in its run as its schedule. */
export function withRecordedChoices({ scenario, result }: FailingCase): Scenario {
  if (scenario.schedule.strategy === 'decisions') return scenario;
  return { ...scenario, schedule: makeRecordedSchedule(scenario.schedule, result.run.choices ?? []) };
}

/**
 * Resets recorded choices to the default, the first alternative. The parts are the indices of the non-default choices.
 */
const nonDefaultChoices: Sweep<number> = {
  parts: ({ schedule }) =>
    hasChoices(schedule) ? schedule.choices.flatMap((choice, index) => (choice === 0 ? [] : [index])) : [],
  without: (scenario, indices) => {
    const { schedule } = scenario;
    if (!hasChoices(schedule)) return undefined;
    const reset = new Set(indices);
    const choices = schedule.choices.map((choice, index) => (reset.has(index) ? 0 : choice));
    return { ...scenario, schedule: { ...schedule, choices } };
  },
};

function hasChoices(
  schedule: Schedule,
): schedule is Extract<Schedule, { readonly strategy: 'replay' | 'order' }> {
  return schedule.strategy === 'replay' || schedule.strategy === 'order';
}

/** Runs a scenario and returns it with a schedule made up of its non-default choices. */
function withRecordedDecisions(runner: TestRunner, scenario: Scenario, cycles: number): Scenario {
  const decisions: ScheduleDecision[] = [];
  runner(scenario, { cycles, onChoice: ({ decision }) => decision && decisions.push(decision) });
  return withDecisions(scenario, decisions);
}

/** Removes decisions from a schedule. */
export const fewerDecisions: Sweep<ScheduleDecision> = {
  parts: getDecisions,
  without: (scenario, parts) => {
    const removed = new Set(parts);
    return withDecisions(
      scenario,
      getDecisions(scenario).filter((decision) => !removed.has(decision)),
    );
  },
};

/** Larger than the number of alternatives of any choice. */
const MAX_ALTERNATIVE = 2 ** 15;

/** Tries one maximal delay, applied either to a single subject or to every choice of a kind. */
const oneDelay: Pass = function* ({ scenario }) {
  const decisions = getDecisions(scenario);
  if (decisions.length < 2) return;
  const seen = new Set<string>();
  for (const { point, subject } of decisions) {
    for (const delay of [{ point }, ...(subject === undefined ? [] : [{ point, subject }])]) {
      const key = JSON.stringify(delay);
      if (seen.has(key)) continue;
      seen.add(key);
      yield withDecisions(scenario, [{ ...delay, take: MAX_ALTERNATIVE }]);
    }
  }
};

/** Replaces several decisions with one that applies to a whole subject, or to all choices of a kind. */
export const commonDecisions: Pass = function* ({ scenario }) {
  const decisions = getDecisions(scenario);
  for (const isSimilar of [isSamePoint, isSameSubject]) {
    const seen = new Set<ScheduleDecision>();
    for (const decision of decisions) {
      if (seen.has(decision)) continue;
      const similar = decisions.filter((other) => isSimilar(decision, other));
      for (const other of similar) seen.add(other);
      if (similar.length < 2) continue;
      const others = decisions.filter((other) => !similar.includes(other));
      for (const take of findCommonAlternatives(similar))
        yield withDecisions(scenario, [makeCommonDecision(decision, isSimilar, take), ...others]);
    }
  }
};

/** Returns the largest and the median alternative. */
function findCommonAlternatives(decisions: readonly ScheduleDecision[]): readonly number[] {
  const alternatives = decisions.map(({ take }) => take).sort((a, b) => a - b);
  return [...new Set([alternatives.at(-1)!, alternatives[alternatives.length >> 1]!])];
}

function makeCommonDecision(
  { point, subject }: ScheduleDecision,
  isSame: typeof isSamePoint,
  take: number,
): ScheduleDecision {
  return isSame === isSamePoint || subject === undefined ? { point, take } : { point, subject, take };
}

/** Tries smaller alternatives so that delays are no longer than necessary. */
export const smallerAlternatives: Pass = function* ({ scenario }) {
  const decisions = getDecisions(scenario);
  for (const [index, { take, ...target }] of decisions.entries()) {
    for (const smaller of new Set([1, take >> 1, take - (take >> 2), take - 1])) {
      if (smaller < 1 || smaller >= take) continue;
      yield withDecisions(scenario, decisions.with(index, { ...target, take: smaller }));
    }
  }
};

function getDecisions({ schedule }: Scenario): readonly ScheduleDecision[] {
  return schedule.strategy === 'decisions' ? schedule.decisions : [];
}

function withDecisions(scenario: Scenario, decisions: readonly ScheduleDecision[]): Scenario {
  return { ...scenario, schedule: { strategy: 'decisions', decisions } };
}

function isSamePoint(a: ScheduleDecision, b: ScheduleDecision): boolean {
  return a.point === b.point;
}

function isSameSubject(a: ScheduleDecision, b: ScheduleDecision): boolean {
  return a.point === b.point && a.subject === b.subject;
}

/** Tries each candidate under its own schedule only, since the schedule is what is being shrunk. */
const OWN_SCHEDULE: Effort = () => 0;

/** Steps that reduce the decisions and move each as close as possible to the default. */
const REDUCE_DECISIONS: readonly Step[] = [
  repeatSweep(fewerDecisions, OWN_SCHEDULE),
  repeatPass(commonDecisions, OWN_SCHEDULE, hasFewerDecisions),
  repeatPass(smallerAlternatives, OWN_SCHEDULE),
];

/**
 * Shrinks a case's schedule to as few decisions as possible. Tries three starting points: a single delay in place of
 * all choices; the choices keyed by subject; and the choices keyed by index, after removing as many of them as
 * possible. The first result with the fewest decisions wins.
 */
export async function shrinkSchedule(failing: FailingCase, search: Search): Promise<FailingCase> {
  const allDecisions = await convertToDecisions(failing, search);
  if (allDecisions === undefined) return failing;
  const startingPoints: readonly (() => Promise<FailingCase | undefined>)[] = [
    () => repeatPass(oneDelay, OWN_SCHEDULE, hasFewerDecisions)(allDecisions, search),
    async () => allDecisions,
    () => reduceByIndex(failing, search),
  ];
  let best: FailingCase | undefined;
  for (const makeStart of startingPoints) {
    const start = await makeStart();
    if (start === undefined) continue;
    const found = await search.runToFixpoint(start, REDUCE_DECISIONS);
    if (best === undefined || found.size.choices < best.size.choices) best = found;
    if (best.size.choices <= 1) break;
  }
  return best ?? allDecisions;
}

/** Converts a case's choices to decisions. Returns undefined if the case no longer fails. */
async function convertToDecisions(
  { scenario, result }: FailingCase,
  { probe }: Search,
): Promise<FailingCase | undefined> {
  return probe.reproduce(withRecordedDecisions(probe.runner, scenario, result.run.cycles), 0);
}

async function reduceByIndex(failing: FailingCase, search: Search): Promise<FailingCase | undefined> {
  const replayed = await search.probe.reproduce(withRecordedChoices(failing), 0);
  if (replayed === undefined) return undefined;
  return convertToDecisions(await repeatSweep(nonDefaultChoices, OWN_SCHEDULE)(replayed, search), search);
}
