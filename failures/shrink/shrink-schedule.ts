import type { FailingCase } from './failure-probe.js';
import { hasFewerDecisions } from './scenario-size.js';
import {
  commonDecisions,
  fewerDecisions,
  nonDefaultChoices,
  oneDelay,
  smallerAnswers,
  withOwnChoices,
  withOwnDecisions,
} from './schedule-passes.js';
import { type Effort, repeatPass, repeatSweep, type Search, type Step } from './search.js';

/** Runs candidates unchanged, since a different schedule would be a different candidate. */
const UNCHANGED: Effort = () => 0;

/** Steps that reduce the decisions and bring each as close as possible to the first alternative. */
const REDUCE_DECISIONS: readonly Step[] = [
  repeatSweep(fewerDecisions, UNCHANGED),
  repeatPass(commonDecisions, UNCHANGED, hasFewerDecisions),
  repeatPass(smallerAnswers, UNCHANGED),
];

/**
 * Returns the case under a schedule with as few decisions as possible. It tries three starting points: one delay
 * instead of all choices, the choices by subject, and the choices by index after removing as many as possible. The
 * first result with the fewest decisions wins.
 */
export async function shrinkSchedule(failing: FailingCase, search: Search): Promise<FailingCase> {
  const allDecisions = await convertToDecisions(failing, search);
  if (allDecisions === undefined) return failing;
  const starts: readonly (() => Promise<FailingCase | undefined>)[] = [
    () => repeatPass(oneDelay, UNCHANGED, hasFewerDecisions)(allDecisions, search),
    async () => allDecisions,
    () => reduceByIndex(failing, search),
  ];
  let best: FailingCase | undefined;
  for (const startingPoint of starts) {
    const start = await startingPoint();
    if (start === undefined) continue;
    const found = await search.toFixpoint(start, REDUCE_DECISIONS);
    if (best === undefined || found.size.choices < best.size.choices) best = found;
    if (best.size.choices <= 1) break;
  }
  return best ?? allDecisions;
}

/** Returns the case with its choices as decisions, or undefined if it does not fail with them. */
async function convertToDecisions(
  { scenario, result }: FailingCase,
  { probe }: Search,
): Promise<FailingCase | undefined> {
  return probe.reproduce(withOwnDecisions(probe.runner, scenario, result.run.cycles), 0);
}

async function reduceByIndex(failing: FailingCase, search: Search): Promise<FailingCase | undefined> {
  const replayed = await search.probe.reproduce(withOwnChoices(failing), 0);
  if (replayed === undefined) return undefined;
  return convertToDecisions(await repeatSweep(nonDefaultChoices, UNCHANGED)(replayed, search), search);
}
