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
import { type Effort, repeated, type Search, type Step, swept } from './search.js';

/** Run candidates unchanged: another schedule would be another candidate. */
const UNCHANGED: Effort = () => 0;

/** Fewer decisions, each as near as possible to the first alternative. */
const FEWER: readonly Step[] = [
  swept(fewerDecisions, UNCHANGED),
  repeated(commonDecisions, UNCHANGED, hasFewerDecisions),
  repeated(smallerAnswers, UNCHANGED),
];

/**
 * The case under a schedule of few decisions. Tries three ways: one delay instead of all choices, fewer and fewer
 * choices by subject, and fewer and fewer by place. The result with the fewest decisions wins, the first among
 * equals.
 */
export async function shrinkSchedule(failing: FailingCase, search: Search): Promise<FailingCase> {
  const whole = await asDecisions(failing, search);
  if (whole === undefined) return failing;
  const ways: readonly (() => Promise<FailingCase | undefined>)[] = [
    () => repeated(oneDelay, UNCHANGED, hasFewerDecisions)(whole, search),
    async () => whole,
    () => fewerByPlaces(failing, search),
  ];
  let best: FailingCase | undefined;
  for (const way of ways) {
    const start = await way();
    if (start === undefined) continue;
    const found = await search.toFixpoint(start, FEWER);
    if (best === undefined || found.size.choices < best.size.choices) best = found;
    if (best.size.choices <= 1) break;
  }
  return best ?? whole;
}

/** The case with its choices as decisions; undefined if it does not fail with them. */
async function asDecisions(
  { scenario, result }: FailingCase,
  { probe }: Search,
): Promise<FailingCase | undefined> {
  return probe.failing(withOwnDecisions(probe.runner, scenario, result.run.cycles), 0);
}

async function fewerByPlaces(failing: FailingCase, search: Search): Promise<FailingCase | undefined> {
  const replayed = await search.probe.failing(withOwnChoices(failing), 0);
  if (replayed === undefined) return undefined;
  return asDecisions(await swept(nonDefaultChoices, UNCHANGED)(replayed, search), search);
}
