import type { FailingCase } from './failure-probe.js';
import { hasFewerDecisions } from './scenario-size.js';
import {
  commonDecisions,
  fewerDecisions,
  nonDefaultChoices,
  oneDelay,
  smallerAlternatives,
  withRecordedChoices,
  withRecordedDecisions,
} from './schedule-passes.js';
import { type Effort, repeatPass, repeatSweep, type Search, type Step } from './search.js';

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
