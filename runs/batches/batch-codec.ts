import { encode } from '@msgpack/msgpack';
import { z } from 'zod';
import { packCoverage, unpackCoverage } from '../../coverage/index.js';
import {
  formatKnobSettings,
  integerInRange,
  numberInRange,
  parseKnobSettings,
  RANGES,
} from '../../harness/basics/index.js';
import { chipsSchema, faultsSchema, plannedTestSchema } from '../../harness/records/index.js';
import {
  type Batch,
  type BatchResult,
  MAX_TEXT,
  resultSchema,
  type TestLimits,
} from '../../harness/workers/index.js';
import {
  createDocumentListSchema,
  decodeMessagePack,
  describeFirstIssue,
  safeParse,
} from '../../transactions/index.js';

/** A unit of work for a worker. */
interface Task {
  readonly batch: Batch;
  readonly limits: TestLimits;
}

/** The outcome of a task: test results, or the reason the worker thread was lost. */
export type TaskOutcome =
  | { readonly result: BatchResult }
  | { readonly lost: { readonly name: string; readonly message: string } };

/** The maximum number of tests in a batch. Runs aim for batches that take a quarter of a second. */
const MAX_TESTS = 10_000;

const testSchema = plannedTestSchema.extend({ scenario: z.instanceof(Uint8Array).exactOptional() });

const limits = z.strictObject({ ms: numberInRange(RANGES.ms), heapMb: integerInRange(RANGES.heapMb) });

/** Validates a batch from a queue or launcher, which is untrusted input. */
const taskSchema = z.strictObject({
  first: z.int().min(0),
  tests: createDocumentListSchema(testSchema).refine(
    ({ length }) => length <= MAX_TESTS,
    `at most ${MAX_TESTS} tests`,
  ),
  chips: chipsSchema,
  knobs: createDocumentListSchema(z.string()),
  faults: faultsSchema,
  suite: z.string(),
  suiteHash: z.string().exactOptional(),
  configHash: z.string().exactOptional(),
  coverageRun: z.string(),
  generateOnly: z.boolean(),
  again: z.literal(true).exactOptional(),
  reportsBehaviours: z.literal(true).exactOptional(),
  limits,
});

const lossOutcomeSchema = z.strictObject({
  lost: z.strictObject({ name: z.string().max(MAX_TEXT), message: z.string().max(MAX_TEXT) }),
});
const resultOutcomeSchema = z.strictObject({ result: resultSchema });

/** Encodes a task as a string, for a queue or a launched worker. */
export function encodeTask({ batch, limits }: Task): string {
  const { overrides, generateOnly = false, ...others } = batch;
  const { chips, knobs, faults } = overrides;
  return encodeBase64({ ...others, generateOnly, chips, knobs: formatKnobSettings(knobs), faults, limits });
}

/** Decodes a task. Throws if the string is malformed. */
export function decodeTask(text: string): Task {
  const { limits, chips, knobs, faults, generateOnly, ...others } = parseAs(taskSchema, decodeBase64(text));
  const overrides = { chips, knobs: parseKnobSettings(knobs), faults };
  return { batch: { ...others, overrides, ...(generateOnly ? { generateOnly } : {}) }, limits };
}

/** Encodes a task's outcome as a string. */
export function encodeOutcome(outcome: TaskOutcome): string {
  if (!('result' in outcome)) return encodeBase64(outcome);
  const { waves, cycles, instructions, coverage, ...others } = outcome.result;
  const columns = {
    waves: Array.from(waves),
    cycles: Array.from(cycles),
    instructions: Array.from(instructions),
  };
  const packed = coverage === undefined ? {} : { coverage: packCoverage(coverage) };
  return encodeBase64({ result: { ...others, ...columns, ...packed } });
}

/** Decodes an outcome. Throws if the string is malformed. */
export function decodeOutcome(text: string): TaskOutcome {
  const value = decodeBase64(text);
  if (typeof value === 'object' && value !== null && 'lost' in value)
    return parseAs(lossOutcomeSchema, value);
  const { waves, cycles, instructions, coverage, ...others } = parseAs(resultOutcomeSchema, value).result;
  return {
    result: {
      ...others,
      waves: Uint32Array.from(waves),
      cycles: Float64Array.from(cycles),
      instructions: Float64Array.from(instructions),
      ...(coverage === undefined ? {} : { coverage: unpackCoverage(coverage) }),
    },
  };
}

/** Checks a value against a schema. Throws a one-line error if it does not match. */
function parseAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = safeParse(schema, value);
  // Return the value itself. The parsed copy has a different field order, which would change the files written.
  if (parsed.success) return value as T;
  throw new Error(describeFirstIssue(parsed.error, value));
}

function encodeBase64(value: unknown): string {
  return Buffer.from(encode(value, { ignoreUndefined: true })).toString('base64');
}

function decodeBase64(text: string): unknown {
  return decodeMessagePack(Uint8Array.from(Buffer.from(text, 'base64')));
}
