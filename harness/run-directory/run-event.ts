import { z } from 'zod';
import { CHIP_NAMES } from '../../arch/index.js';
import { createDocumentListSchema } from '../../transactions/index.js';
import { natural, nonNegative } from '../basics/index.js';
import { OUTCOMES } from '../records/finding.js';
import { isTestId } from '../selection/plan.js';
import { type Incident, NO_CHIP } from '../workers/batch-result.js';

const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);
/** A column of numbers. Elements have no schema: in long columns, per-element error messages aren't worth the cost. */
const column = z.custom<readonly number[]>((value) => Array.isArray(value) && value.every(isNonNegative));

/**
 * Why a run ended: all tests ran, time ran out, further tests would have added too little (`saturated`), it reached its
 * failure limit, the fault was detected, or the user stopped it. A merged run is `incomplete` if some of its tests
 * never ran.
 */
const runEnd = z.enum([
  'count',
  'time',
  'saturated',
  'max-failures',
  'fault-seen',
  'interrupted',
  'incomplete',
]);

/** Logged once a batch has run. The `failed` records of its tests come directly before it. */
const finished = z.object({
  event: z.literal('finished'),
  first: natural,
  outcomes: bytes,
  chips: bytes,
  waves: column,
  cycles: column,
  instructions: column,
  /**
   * The host time of each test, in whole milliseconds; absent from logs of earlier versions and for batches whose
   * worker was lost.
   */
  testMs: column.exactOptional(),
  /** The ids of the tests; absent whenever `testMs` is. */
  tests: z.custom<readonly string[]>(areTestIds).exactOptional(),
  /** How many rules had something to check in each test; absent whenever `testMs` is. */
  armed: bytes.exactOptional(),
  /** How many rules fired in each test; absent whenever `testMs` is. */
  fired: bytes.exactOptional(),
  /** The worker's peak memory; absent whenever `testMs` is. */
  held: z.object({ test: z.string().refine(isTestId), bytes: nonNegative }).exactOptional(),
  /** Rule and check counts and packed coverage, as deflated MessagePack. */
  totals: bytes,
  /** Worker losses that did not recur on retry. */
  incidents: createDocumentListSchema(
    z.object({ first: natural, tests: natural, cause: z.string() }),
  ) as z.ZodType<readonly Incident[]>,
  /** The run time so far, including earlier sessions, in milliseconds. */
  elapsedMs: nonNegative,
  /** The number of passing tests that printed something; absent if none did. */
  printed: natural.exactOptional(),
});

/**
 * A record in `events.msgpack`. A `files` record contains SHA-256 hashes of files in the run directory, and precedes
 * the record of the batch that wrote them. In a `finished` record, the array fields other than `totals` and `incidents`
 * have one entry per test. `first` is the plan position of the first test.
 */
const SCHEMAS = {
  started: z.object({ event: z.literal('started'), runId: z.string(), suite: z.string(), seed: z.string() }),
  finished: finished.refine(areColumnsValid),
  /** A test that did not pass. */
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
    fired: z.array(z.string()).readonly().exactOptional(),
  }),
  files: z.object({
    event: z.literal('files'),
    hashes: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  }),
  resumed: z.object({ event: z.literal('resumed'), kept: natural }),
  merged: z.object({ event: z.literal('merged'), from: createDocumentListSchema(z.string()) }),
  /** Logged when the run ends, with the totals shown in its report. */
  ended: z.object({
    event: z.literal('ended'),
    tests: natural,
    by: runEnd,
    seconds: nonNegative,
    /**
     * How long the last session spent in the thread that dispatches tests and stores results; absent if the run was
     * merged or killed.
     */
    coordinatorSeconds: nonNegative.exactOptional(),
    /** The peak resident memory of the process, including worker threads; absent from logs of earlier versions. */
    peakBytes: nonNegative.exactOptional(),
    /** The number of tests kept from earlier sessions rather than rerun. */
    kept: natural,
    workers: natural,
    /** The hash of the coverage file next to the log; absent from logs of earlier versions. */
    coverageHash: z.string().exactOptional(),
  }),
};

type Schemas = typeof SCHEMAS;
type Kind = keyof Schemas;
/** A record in `events.msgpack`. */
export type RunEvent = { [K in Kind]: Readonly<z.infer<Schemas[K]>> }[Kind];
export type FinishedEvent = Extract<RunEvent, { event: 'finished' }>;
export type FailedEvent = Extract<RunEvent, { event: 'failed' }>;
export type EndedEvent = Extract<RunEvent, { event: 'ended' }>;
/** Why a run ended (`runEnd`). */
export type RunEnd = z.infer<typeof runEnd>;

/** The state of a run: how it ended, or `running` while another process is writing its directory. */
export type RunStatus = RunEnd | 'running';

/** The states of runs that still have tests to run. */
export const UNFINISHED_STATUSES: readonly RunStatus[] = ['running', 'interrupted', 'incomplete'];

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
}: Readonly<z.infer<typeof finished>>): boolean {
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
