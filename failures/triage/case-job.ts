import { z } from 'zod';
import { getMaxBytes } from '../../harness/input/index.js';
import { isStimulusFault, runScenarioTest } from '../../harness/one-test/index.js';
import { DEVICE, listErrors } from '../../harness/records/index.js';
import { scenarioHash } from '../../harness/selection/index.js';
import { programs } from '../../stimulus/index.js';
import {
  createDocumentListSchema,
  decodeScenario,
  isRuleId,
  type RuleId,
  type Scenario,
  scenarioToJson,
} from '../../transactions/index.js';
import { findRuleId, getErrorRule, getFamily, isInFamily } from '../groups/one-bug-rules.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import { type ShrinkOptions, shrinkScenario } from '../shrink/shrink.js';
import { explainWithinBudget } from '../why/explain-failure.js';
import { collectKinds } from './bucket-forms.js';

/** A failing scenario and the errors it triggers (`listErrors`). */
export interface FailingScenario {
  readonly scenario: Scenario;
  readonly fired: readonly string[];
}

/** A device bug hidden in a failure that is also caused by incorrect programs or registers. */
interface DeviceBug {
  /** The rule of the errors that also fire on a device without faults. */
  readonly cause: RuleId;
  /** The rule of the errors that fire only on the device under test. */
  readonly other: RuleId;
  /** The failure's primitives with a correct program and registers, if `other` also fires there. */
  readonly isolated?: Scenario;
}

/** The rule that fires for any ordering bug in memory accesses. */
const GENERIC_ORDERING_RULE: RuleId = 'ORD-03';

/** Returns whether a failing scenario may show a device bug, which requires a fault in the device. */
export function mayShowDeviceBug({ faults }: Scenario): boolean {
  return !faults.every(isStimulusFault);
}

/**
 * Looks for a device bug besides the bug in a failure's programs or registers. Errors that also fire on a device
 * without faults are caused by the programs or registers. All others are caused by the device, whether they fire in the
 * failure itself or under a correct program. Returns undefined unless both kinds of error occur and their rules belong
 * to different families.
 */
function detectDeviceBug({ scenario, fired }: FailingScenario): DeviceBug | undefined {
  const programErrors = findErrors({ ...scenario, faults: [] });
  const cause = findRuleId(getErrorRule(programErrors[0] ?? ''));
  if (cause === undefined) return undefined;
  const correctScenario = programs.withMinimalProgram(scenario);
  const correctErrors =
    correctScenario === undefined
      ? []
      : findErrorsMissingFrom(findErrors(correctScenario), findErrors({ ...correctScenario, faults: [] }));
  const deviceErrors = findErrorsMissingFrom(fired, programErrors);
  const [error] = [...deviceErrors, ...correctErrors].filter((candidate) => !isInFamily(candidate, cause));
  const other = error === undefined ? undefined : findRuleId(getErrorRule(error));
  if (other === undefined) return undefined;
  const reproducesInIsolation = correctErrors.some((candidate) => isInFamily(candidate, other));
  return { cause, other, ...(reproducesInIsolation ? { isolated: correctScenario! } : {}) };
}

/** Returns the fired errors whose families are not in `excluded`. Omits ORD-03 and DEVICE, which fire for many bugs. */
function findErrorsMissingFrom(fired: readonly string[], excluded: readonly string[]): string[] {
  const excludedFamilies = new Set(excluded.map((error) => getFamily(getErrorRule(error))));
  return fired.filter((error) => {
    const rule = getErrorRule(error);
    return rule !== GENERIC_ORDERING_RULE && rule !== DEVICE && !excludedFamilies.has(getFamily(rule));
  });
}

/** Returns the errors that fire for a scenario, or none if the model rejects it. */
function findErrors(scenario: Scenario): readonly string[] {
  try {
    return listErrors(runScenarioTest(scenario).verdict.violations);
  } catch {
    return [];
  }
}

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
/** The budget for explaining a shrunk failure: 150 to 200 runs of a small case, about half a second. */
const EXPLANATION_WORK = 200_000;

const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);
const lines: z.ZodType<readonly string[]> = createDocumentListSchema(z.string().max(getMaxBytes('logText')));
const file = z.string().max(getMaxBytes('scenario'));
const rule = z.custom<RuleId>(isRuleId, 'a rule id');
const count = z.int().min(0);

const jobSchema = z.discriminatedUnion('kind', [
  /** Checks whether there is also a device bug, separate from the one in the programs or registers. */
  z.strictObject({ kind: z.literal('apart'), scenario: bytes, fired: lines }),
  /** Finds the smallest reproducer of the failure, or of an error in the family of `other` that fires alongside it. */
  z.strictObject({
    kind: z.literal('shrink'),
    scenario: bytes,
    budgetMs: z.number().min(0).max(MAX_EXAMPLE_MS),
    other: rule.exactOptional(),
  }),
]);

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

const bugSchema = z.strictObject({
  cause: rule,
  other: rule,
  /** A scenario that reproduces the bug in isolation. Absent if there is none. */
  alone: file.exactOptional(),
});

/** A separate device bug. */
export type FoundBug = z.infer<typeof bugSchema>;

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
  /** The separate device bug, if there is one. */
  apart: bugSchema.exactOptional(),
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
  const why = isOver()
    ? undefined
    : explainWithinBudget(scenario, { work: EXPLANATION_WORK, hasExpired: isOver });
  const kinds = complete ? collectKinds(scenario) : undefined;
  return { ...found, ...(kinds === undefined ? {} : { kinds }), ...(why === undefined ? {} : { why }) };
}

/** Returns the reason a result cannot belong to a job, or undefined if it can. */
export function findCaseMismatch(job: CaseJob, { of, apart: bug, smallest }: CaseResult): string | undefined {
  if (of !== scenarioHash(job.scenario)) return 'it is for a different failure';
  const unexpected = job.kind === 'apart' ? smallest : bug;
  if (unexpected !== undefined) return 'it is the result of a different kind of job';
  const scenarios = [bug?.alone, smallest?.scenario, smallest?.why?.nearestPass];
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
