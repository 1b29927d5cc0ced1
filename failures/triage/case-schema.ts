import { z } from 'zod';
import { getMaxBytes } from '../../base/input/index.js';
import { scenarioHash } from '../../harness/selection/index.js';
import { createDocumentListSchema, decodeScenario, isRuleId, type RuleId } from '../../transactions/index.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import { type CaseJob, type CaseResult, MAX_EXAMPLE_MS } from './case-job.js';
import type { CaseRequest } from './case-thread.js';

const bytes = z.instanceof(Uint8Array);
const line = z.string().max(getMaxBytes('logText'));
const file = z.string().max(getMaxBytes('scenario'));
const rule = z.custom<RuleId>(isRuleId, 'a rule id');
const count = z.int().min(0);

const job: z.ZodType<CaseJob> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('apart'), scenario: bytes, fired: createDocumentListSchema(line) }),
  z.strictObject({
    kind: z.literal('shrink'),
    scenario: bytes,
    budgetMs: z.number().min(0).max(MAX_EXAMPLE_MS),
    other: rule.exactOptional(),
  }),
]);

const size: z.ZodType<ScenarioSize> = z.strictObject({
  waves: count,
  primitives: count,
  draws: count,
  choices: count,
  words: count,
  registers: count,
});

/** Validates a job request, which is untrusted. */
export const caseRequestSchema: z.ZodType<CaseRequest> = z.strictObject({
  job,
  suite: z.string(),
  suiteHash: z.string().exactOptional(),
  configHash: z.string().exactOptional(),
});

/** Validates a worker's result, which is untrusted. */
export const caseResultSchema: z.ZodType<CaseResult> = z.strictObject({
  of: z.string(),
  apart: z.strictObject({ cause: rule, other: rule, alone: file.exactOptional() }).exactOptional(),
  smallest: z
    .strictObject({
      scenario: file,
      size,
      kinds: createDocumentListSchema(line).exactOptional(),
      why: z.strictObject({ why: file, nearestPass: file.exactOptional() }).exactOptional(),
    })
    .exactOptional(),
});

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
