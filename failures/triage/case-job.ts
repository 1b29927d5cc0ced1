import { z } from 'zod';
import { getMaxBytes } from '../../harness/input/index.js';
import { listErrors } from '../../harness/records/index.js';
import { scenarioHash } from '../../harness/selection/index.js';
import {
  createDocumentListSchema,
  decodeScenario,
  isRuleId,
  type RuleId,
  type Scenario,
  scenarioToJson,
} from '../../transactions/index.js';
import { isInFamily } from '../groups/one-bug-rules.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import { type ShrinkOptions, shrinkScenario } from '../shrink/shrink.js';
import { explainWithinBudget } from '../why/explain-failure.js';
import { collectKinds } from './bucket-forms.js';

/** Runs triage jobs. */
export interface CaseRunner {
  /** The maximum number of concurrent jobs. */
  readonly concurrency: number;
  /** Whether the runner has stopped accepting jobs. */
  readonly closed: boolean;
  /**
   * Runs a job. Rejects if the job crashes its thread or the signal aborts it. Calls `onStep` if the runner receives
   * progress updates.
   */
  run(job: CaseJob, watch: CaseWatch): Promise<CaseResult>;
  close(): Promise<void>;
}

/** Observes a job and can abort it. */
export interface CaseWatch extends Pick<ShrinkOptions, 'signal'> {
  readonly onStep?: (best: Pick<Parameters<NonNullable<ShrinkOptions['onStep']>>[0], 'size'>) => void;
}

/** Runs jobs in this thread. A signal stops a search, which then returns its best case so far. */
export const LOCAL_RUNNER: CaseRunner = {
  concurrency: 1,
  closed: false,
  run: runCase,
  close: async () => undefined,
};

/** The maximum budget for one failure, unless triage has unlimited time. */
export const MAX_EXAMPLE_MS = 20_000;

const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);
const lines: z.ZodType<readonly string[]> = createDocumentListSchema(z.string().max(getMaxBytes('logText')));
const file = z.string().max(getMaxBytes('scenario'));
const rule = z.custom<RuleId>(isRuleId, 'a rule id');
const count = z.int().min(0);

/** Finds the smallest reproducer of the failure, or of an error in the family of `other` that fires alongside it. */
const jobSchema = z.strictObject({
  scenario: bytes,
  budgetMs: z.number().min(0).max(MAX_EXAMPLE_MS),
  other: rule.exactOptional(),
});

/** A job for a single stored failure. It needs no files, so any worker can run it. */
export type CaseJob = z.infer<typeof jobSchema>;

/** Validates a job request, which is untrusted. */
export const caseRequestSchema = z.strictObject({
  job: jobSchema,
  suite: z.string(),
  /** Hashes of the suite and configuration files, as in a batch. */
  suiteHash: z.string().exactOptional(),
  configHash: z.string().exactOptional(),
});

/** A job and the run in which its failure occurred. */
export type CaseRequest = z.infer<typeof caseRequestSchema>;

const size: z.ZodType<ScenarioSize> = z.strictObject({
  waves: count,
  primitives: count,
  draws: count,
  choices: count,
  words: count,
  registers: count,
});

const smallestSchema = z.strictObject({
  scenario: file,
  size,
  /** The kinds of its violations. Absent if the search was cut short or the bug occurs only alongside another. */
  kinds: lines.exactOptional(),
  /** Its explanation. Absent if time ran out or the bug occurs only alongside another. */
  why: z.strictObject({ why: file, nearestPass: file.exactOptional() }).exactOptional(),
});

/** Validates a worker's result, which is untrusted. Scenarios are the contents of scenario files. */
export const caseResultSchema = z.strictObject({
  /** The hash of the job's scenario. */
  of: z.string(),
  smallest: smallestSchema.exactOptional(),
});

/** The result of a job. */
export type CaseResult = z.infer<typeof caseResultSchema>;

/** Runs a job. The result is the same on every machine unless the budget or the signal cuts the search short. */
export async function runCase(
  job: CaseJob,
  options: Pick<ShrinkOptions, 'signal' | 'onStep'> = {},
): Promise<CaseResult> {
  const hash = scenarioHash(job.scenario);
  const scenario = decodeScenario(job.scenario, 'a failure');
  const smallest = await findSmallest(scenario, job, options);
  return { of: hash, ...(smallest === undefined ? {} : { smallest }) };
}

async function findSmallest(
  original: Scenario,
  { budgetMs, other }: CaseJob,
  options: Pick<ShrinkOptions, 'signal' | 'onStep'>,
): Promise<z.infer<typeof smallestSchema> | undefined> {
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
  const why = isOver() ? undefined : explainWithinBudget(scenario, isOver);
  const kinds = complete ? collectKinds(scenario) : undefined;
  return { ...found, ...(kinds === undefined ? {} : { kinds }), ...(why === undefined ? {} : { why }) };
}

/** Returns the reason a result cannot belong to a job, or undefined if it can. */
export function findCaseMismatch(job: CaseJob, { of, smallest }: CaseResult): string | undefined {
  if (of !== scenarioHash(job.scenario)) return 'it is for a different failure';
  const scenarios = [smallest?.scenario, smallest?.why?.nearestPass];
  return scenarios.some((text) => text !== undefined && !isScenario(text))
    ? 'its scenario is corrupt'
    : undefined;
}

function isScenario(text: string): boolean {
  try {
    decodeScenario(Buffer.from(text), 'job result');
    return true;
  } catch {
    return false;
  }
}
