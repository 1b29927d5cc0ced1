import { z } from 'zod';
import { CHIP_NAMES } from '../../arch/index.js';
import { createDocumentListSchema } from '../../transactions/index.js';
import { natural, nonNegative } from '../basics/index.js';
import { OUTCOMES } from '../records/finding.js';
import { isTestId } from '../selection/test-name.js';
import { NO_CHIP } from '../workers/batch-result.js';
import type { FinishedEvent, RunEvent } from './run-event.js';

const bytes = z.instanceof(Uint8Array);
/** A column of numbers. Elements have no schema: in long columns, per-element error messages aren't worth the cost. */
const column = z.custom<readonly number[]>((value) => Array.isArray(value) && value.every(isNonNegative));

type Kind = RunEvent['event'];

/** The schema of each kind of record. The compiler checks it against the record's type. */
const SCHEMAS: { readonly [K in Kind]: z.ZodType<Extract<RunEvent, { event: K }>> } = {
  started: z.object({ event: z.literal('started'), runId: z.string(), suite: z.string(), seed: z.string() }),
  finished: z
    .object({
      event: z.literal('finished'),
      first: natural,
      outcomes: bytes,
      chips: bytes,
      waves: column,
      cycles: column,
      instructions: column,
      testMs: column.exactOptional(),
      tests: z.custom<readonly string[]>(areTestIds).exactOptional(),
      armed: bytes.exactOptional(),
      fired: bytes.exactOptional(),
      held: z.object({ test: z.string().refine(isTestId), bytes: nonNegative }).exactOptional(),
      totals: bytes,
      incidents: createDocumentListSchema(z.object({ first: natural, tests: natural, cause: z.string() })),
      elapsedMs: nonNegative,
      printed: natural.exactOptional(),
    })
    .refine(areColumnsValid),
  failed: z.object({
    event: z.literal('failed'),
    test: z.string().refine(isTestId),
    seed: z.string().regex(/^0x[0-9a-fA-F]{1,16}$/),
    hash: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .nullable(),
    outcome: z.enum(OUTCOMES).exclude(['passed']),
    signature: z.string(),
    rule: z.string(),
    waves: natural,
    summary: z.string(),
    fired: z.array(z.string()).exactOptional(),
  }),
  files: z.object({
    event: z.literal('files'),
    hashes: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  }),
  resumed: z.object({ event: z.literal('resumed'), kept: natural }),
  merged: z.object({ event: z.literal('merged'), from: createDocumentListSchema(z.string()) }),
  ended: z.object({
    event: z.literal('ended'),
    tests: natural,
    by: z.enum(['count', 'time', 'saturated', 'max-failures', 'fault-seen', 'interrupted', 'incomplete']),
    seconds: nonNegative,
    coordinatorSeconds: nonNegative.exactOptional(),
    peakBytes: nonNegative.exactOptional(),
    kept: natural,
    workers: natural,
    coverageHash: z.string().exactOptional(),
  }),
};

function isNonNegative(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
}

function areTestIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && isTestId(id));
}

/** Whether a batch's columns have the same length and contain only known outcomes and chips. */
function areColumnsValid({
  outcomes,
  chips,
  waves,
  cycles,
  instructions,
  ...optionalColumns
}: FinishedEvent): boolean {
  const { tests, testMs, armed, fired } = optionalColumns;
  return (
    [chips, waves, cycles, instructions].every(({ length }) => length === outcomes.length) &&
    [tests, testMs, armed, fired].every(
      (column) => column === undefined || column.length === outcomes.length,
    ) &&
    outcomes.every((outcome) => outcome < OUTCOMES.length) &&
    chips.every((chip) => chip === NO_CHIP || chip < CHIP_NAMES.length)
  );
}

/** Whether a log entry is a record known to this version. */
export function isRunEvent(value: unknown): value is RunEvent {
  const { event } = (value ?? {}) as { event?: unknown };
  const isKind = typeof event === 'string' && Object.hasOwn(SCHEMAS, event);
  return isKind && SCHEMAS[event as Kind].safeParse(value).success;
}
