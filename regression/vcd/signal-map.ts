import { parse } from 'yaml';
import { z } from 'zod';
import {
  describeFirstIssue,
  safeParse,
  TRACE_FIELDS,
  type TransactionKind,
  UsageError,
} from '../../transactions/index.js';
import { unknownName } from '../basics/nearest-name.js';
import { oneLine } from '../basics/one-line.js';
import { nameOf, readInput } from '../input/read-input.js';

/** A record that does not occur in traces: a quad of the wave that its packer is forming. */
export const QUAD = 'quad';

const expression = z.union([z.string().min(1), z.number().int(), z.boolean()]);
const KINDS = [QUAD, ...Object.keys(TRACE_FIELDS)];

const recordTemplate = z.looseObject({
  kind: z.string(),
  /** One record for each index, from 0 on. */
  for: z.record(z.string(), z.number().int().min(1).max(65536)).optional(),
  /** The condition in a cycle; always without. */
  when: expression.optional(),
  /** What tells accesses under way apart, such as the slot or an id of a bus. */
  tag: expression.optional(),
});

const signalMap = z.strictObject({
  /** Above all names of signals, such as `testbench.dut`. */
  scope: z.string().min(1).optional(),
  clock: z.string().min(1),
  edge: z.enum(['rising', 'falling']).default('rising'),
  /** Cycles count while this holds, such as `!reset`. */
  active: expression.optional(),
  /** Names for expressions, each of which may use those before it. */
  names: z.record(z.string().regex(/^[A-Za-z_]\w*$/), expression).default({}),
  records: z.array(recordTemplate).min(1),
  /** Records after the last cycle. */
  finally: z.array(recordTemplate).default([]),
});

/** A condition or value in a signal map. */
export type ExpressionText = z.infer<typeof expression>;

/** How a record of a trace is made from signals; fields of its kind are beside these. */
export type RecordTemplate = z.infer<typeof recordTemplate>;

/** How a trace is made from a dump of signals (trace.md). */
export type SignalMap = z.infer<typeof signalMap>;

/** The signal map in a file, YAML or JSON. Throws `UsageError` in one line for anything else. */
export function readSignalMap(file: string): SignalMap {
  const document = documentOf(file);
  const parsed = safeParse(signalMap, document);
  if (!parsed.success)
    throw new UsageError(
      `Invalid ${nameOf('signalMap', file)}: ${describeFirstIssue(parsed.error, document)}`,
    );
  for (const { kind } of [...parsed.data.records, ...parsed.data.finally]) {
    if (KINDS.includes(kind)) continue;
    throw new UsageError(
      `Invalid ${nameOf('signalMap', file)}: ${unknownName('kind of record', kind, KINDS).message}`,
    );
  }
  return parsed.data;
}

/** Whether a record goes to the trace. */
export function isTransactionKind(kind: string): kind is TransactionKind {
  return kind !== QUAD;
}

/** YAML's error for an expression that it reads as a list or a mapping. */
const UNQUOTED = /flow-seq-start|flow-seq-end|Nested mappings/;

function documentOf(file: string): unknown {
  const bytes = readInput('signalMap', file);
  try {
    return parse(bytes.toString('utf8'), { maxAliasCount: 0 });
  } catch (error) {
    const why = oneLine(error);
    const hint = UNQUOTED.test(why) ? '; put expressions with brackets or ": " in quotes' : '';
    throw new UsageError(`Invalid ${nameOf('signalMap', file)}: it is neither YAML nor JSON (${why})${hint}`);
  }
}
