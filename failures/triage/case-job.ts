import { listErrors } from '../../harness/records/index.js';
import { decodeScenario, type RuleId, type Scenario, scenarioToJson } from '../../transactions/index.js';
import { isInFamily } from '../groups/one-bug-rules.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import { type ShrinkOptions, shrinkScenario } from '../shrink/shrink.js';
import { explainWithinBudget } from '../why/explain-failure.js';
import type { ExplanationTexts } from '../why/why-text.js';
import { collectKinds } from './bucket-forms.js';

/** Runs triage jobs. */
export interface CaseRunner {
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
  run: runCase,
  close: async () => undefined,
};

/** The maximum budget for one failure, unless triage has unlimited time. */
export const MAX_EXAMPLE_MS = 20_000;

/** A job for a single stored failure. */
export interface CaseJob {
  readonly scenario: Uint8Array;
  readonly budgetMs: number;
  /** If given, to find the smallest reproducer of an error in this rule's family that fires alongside the failure. */
  readonly other?: RuleId;
}

/** A job and the run in which its failure occurred. */
export interface CaseRequest {
  readonly job: CaseJob;
  readonly suite: string;
  /** Hashes of the suite and configuration files, as in a batch. */
  readonly suiteHash?: string;
  readonly configHash?: string;
}

/** The smallest form of a failure, as the contents of a scenario file. */
interface SmallestCase {
  readonly scenario: string;
  readonly size: ScenarioSize;
  /** The kinds of its violations. Absent if the search was cut short or the bug occurs only alongside another. */
  readonly kinds?: readonly string[];
  /** Its explanation. Absent if time ran out or the bug occurs only alongside another. */
  readonly why?: ExplanationTexts;
}

/** The result of a job; without a smallest form if the failure did not occur. */
export interface CaseResult {
  readonly smallest?: SmallestCase;
}

/** Runs a job. The result is the same on every machine unless the budget or the signal cuts the search short. */
export async function runCase(
  job: CaseJob,
  options: Pick<ShrinkOptions, 'signal' | 'onStep'> = {},
): Promise<CaseResult> {
  const scenario = decodeScenario(job.scenario, 'a failure');
  const smallest = await findSmallest(scenario, job, options);
  return smallest === undefined ? {} : { smallest };
}

async function findSmallest(
  original: Scenario,
  { budgetMs, other }: CaseJob,
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
  const why = isOver() ? undefined : explainWithinBudget(scenario, isOver);
  const kinds = complete ? collectKinds(scenario) : undefined;
  return { ...found, ...(kinds === undefined ? {} : { kinds }), ...(why === undefined ? {} : { why }) };
}
