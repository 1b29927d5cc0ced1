import { listErrors } from '../../harness/records/index.js';
import { scenarioHash } from '../../harness/selection/index.js';
import { decodeScenario, type RuleId, type Scenario, scenarioToJson } from '../../transactions/index.js';
import { isInFamily } from '../groups/one-bug-rules.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import { type ShrinkOptions, shrinkScenario } from '../shrink/shrink.js';
import { explainWithinBudget } from '../why/explain-in-budget.js';
import type { ExplanationTexts } from '../why/why-files.js';
import { detectDeviceBug } from './device-bugs.js';
import { collectKinds } from './shrunk-form.js';

/** A job for a single stored failure. It needs no files, so any worker can run it. */
export type CaseJob =
  /** Checks whether there is also a device bug, separate from the one in the programs or registers. */
  | { readonly kind: 'apart'; readonly scenario: Uint8Array; readonly fired: readonly string[] }
  /** Finds the smallest reproducer of the failure, or of an error in the family of `other` that fires alongside it. */
  | {
      readonly kind: 'shrink';
      readonly scenario: Uint8Array;
      readonly budgetMs: number;
      readonly other?: RuleId;
    };

/** The result of a job. Scenarios are the contents of scenario files. */
export interface CaseResult {
  /** The hash of the job's scenario. */
  readonly of: string;
  /** The separate device bug, if there is one. */
  readonly apart?: FoundBug;
  readonly smallest?: SmallestCase;
}

/** A separate device bug. */
export interface FoundBug {
  readonly cause: RuleId;
  readonly other: RuleId;
  /** A scenario that reproduces the bug in isolation. Absent if there is none. */
  readonly alone?: string;
}

/** The smallest case found. */
export interface SmallestCase {
  readonly scenario: string;
  readonly size: ScenarioSize;
  /** The kinds of its violations. Absent if the search was cut short or the bug occurs only alongside another. */
  readonly kinds?: readonly string[];
  /** Its explanation. Absent if time ran out or the bug occurs only alongside another. */
  readonly why?: ExplanationTexts;
}

/** The maximum budget for one failure, unless triage has unlimited time. */
export const MAX_EXAMPLE_MS = 20_000;
/** The budget for explaining a shrunk failure: 150 to 200 runs of a small case, about half a second. */
const EXPLANATION_WORK = 200_000;

/** Runs a job. The result is the same on every machine unless the budget or the signal cuts the search short. */
export async function runCase(
  job: CaseJob,
  options: Pick<ShrinkOptions, 'signal' | 'onStep'> = {},
): Promise<CaseResult> {
  const hash = scenarioHash(job.scenario);
  const scenario = decodeScenario(job.scenario, 'a failure');
  if (job.kind === 'apart') {
    const bug = detectDeviceBug({ scenario, fired: job.fired });
    return { of: hash, ...(bug === undefined ? {} : { apart: encodeBug(bug) }) };
  }
  const smallest = await findSmallest(scenario, job, options);
  return { of: hash, ...(smallest === undefined ? {} : { smallest }) };
}

function encodeBug({ isolated, ...rules }: NonNullable<ReturnType<typeof detectDeviceBug>>): FoundBug {
  return { ...rules, ...(isolated === undefined ? {} : { alone: scenarioToJson(isolated) }) };
}

async function findSmallest(
  original: Scenario,
  { budgetMs, other }: Extract<CaseJob, { kind: 'shrink' }>,
  options: Pick<ShrinkOptions, 'signal' | 'onStep'>,
): Promise<SmallestCase | undefined> {
  const startedAt = performance.now();
  const isOver = (): boolean => options.signal?.aborted === true || performance.now() - startedAt > budgetMs;
  const reproduces: ShrinkOptions['reproduces'] = ({ verdict }) =>
    listErrors(verdict.violations).some((error) => isInFamily(error, other!));
  const result = await shrinkScenario(original, {
    ...options,
    budgetMs,
    ...(other === undefined ? {} : { reproduces }),
  });
  if (result === undefined) return undefined;
  const { scenario, shrunk: size, complete } = result;
  const found = { scenario: scenarioToJson(scenario), size };
  if (other !== undefined) return found;
  const why = isOver()
    ? undefined
    : explainWithinBudget(scenario, { work: EXPLANATION_WORK, hasExpired: isOver });
  const kinds = complete ? collectKinds(scenario) : undefined;
  return { ...found, ...(kinds === undefined ? {} : { kinds }), ...(why === undefined ? {} : { why }) };
}
