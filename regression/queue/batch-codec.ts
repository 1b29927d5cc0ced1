import { encode } from '@msgpack/msgpack';
import { z } from 'zod';
import { packCoverage, unpackCoverage } from '../../coverage/index.js';
import { decodeMessagePack } from '../../transactions/index.js';
import type { Batch, BatchResult } from '../batch.js';
import { formatKnobSettings, parseKnobSettings } from '../knob-values.js';
import { chipsSchema, faultsSchema, plannedTestSchema } from '../manifest.js';
import type { TestLimits } from '../pool.js';

/** A batch on its way to a worker. */
export interface Task {
  readonly batch: Batch;
  readonly limits: TestLimits;
}

/** What became of it: its result, or what took the worker thread that ran it. */
export type TaskOutcome =
  | { readonly result: BatchResult }
  | { readonly lost: { readonly name: string; readonly message: string } };

/** What a queue holds is data that anybody may have put there. */
const taskSchema = z.object({
  first: z.int().min(0),
  tests: z.array(plannedTestSchema),
  chips: chipsSchema,
  knobs: z.array(z.string()),
  faults: faultsSchema,
  suite: z.string(),
  suiteHash: z.string().exactOptional(),
  coverageRun: z.string(),
  generateOnly: z.boolean(),
  limits: z.object({ ms: z.number().positive(), heapMb: z.int().positive() }),
});

const bytes = z.instanceof(Uint8Array);
const numbers = z.array(z.number());

/** A result with its columns as lists and its coverage packed; what is inside the other fields is as the worker sent it. */
const resultSchema = z.looseObject({
  first: z.int().min(0),
  outcomes: bytes,
  chips: bytes,
  waves: numbers,
  cycles: numbers,
  instructions: numbers,
  testMs: numbers,
  failures: z.array(z.looseObject({ signature: z.string(), violations: z.array(z.unknown()) })),
  digests: z.array(z.object({ row: z.int(), digest: z.string() })),
  coverage: z.unknown().optional(),
});
const outcomeSchema = z.union([
  z.object({ result: resultSchema }),
  z.object({ lost: z.object({ name: z.string(), message: z.string() }) }),
]);

/** A task as text for a queue. */
export function encodeTask({ batch, limits }: Task): string {
  const { overrides, generateOnly = false, ...others } = batch;
  const { chips, knobs, faults } = overrides;
  return textOf({ ...others, generateOnly, chips, knobs: formatKnobSettings(knobs), faults, limits });
}

/** The task of a text; throws where it is none. */
export function decodeTask(text: string): Task {
  const { limits, chips, knobs, faults, generateOnly, ...others } = taskSchema.parse(unpack(text));
  const overrides = { chips, knobs: parseKnobSettings(knobs), faults };
  return { batch: { ...others, overrides, ...(generateOnly ? { generateOnly } : {}) }, limits };
}

/** What became of a task as text for a queue. */
export function encodeOutcome(outcome: TaskOutcome): string {
  if ('lost' in outcome) return textOf(outcome);
  const { waves, cycles, instructions, coverage, ...others } = outcome.result;
  const columns = {
    waves: Array.from(waves),
    cycles: Array.from(cycles),
    instructions: Array.from(instructions),
  };
  const packed = coverage === undefined ? {} : { coverage: packCoverage(coverage) };
  return textOf({ result: { ...others, ...columns, ...packed } });
}

/** What became of a task, of its text; throws where it is none. */
export function decodeOutcome(text: string): TaskOutcome {
  const outcome = outcomeSchema.parse(unpack(text));
  if ('lost' in outcome) return outcome;
  const { waves, cycles, instructions, coverage, ...others } = outcome.result;
  return {
    result: {
      ...(others as unknown as Omit<BatchResult, 'waves' | 'cycles' | 'instructions' | 'coverage'>),
      waves: Uint32Array.from(waves),
      cycles: Float64Array.from(cycles),
      instructions: Float64Array.from(instructions),
      ...(coverage === undefined ? {} : { coverage: unpackCoverage(coverage) }),
    },
  };
}

function textOf(value: unknown): string {
  return Buffer.from(encode(value, { ignoreUndefined: true })).toString('base64');
}

function unpack(text: string): unknown {
  return decodeMessagePack(Uint8Array.from(Buffer.from(text, 'base64')));
}
