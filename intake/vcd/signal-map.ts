import { parse } from 'yaml';
import { z } from 'zod';
import { formatOneLine, makeUnknownNameError } from '../../harness/basics/index.js';
import { guardUserCode, loadCode } from '../../harness/extension/index.js';
import { describeInput, readInput } from '../../harness/input/index.js';
import {
  describeFirstIssue,
  type MapSample,
  safeParse,
  TRACE_FIELDS,
  type TransactionKind,
  UsageError,
} from '../../transactions/index.js';

/** A kind of record that only exists in maps: a quad of the wave that its packer is forming. */
export const QUAD = 'quad';

const mapFunction = z.custom<(sample: MapSample) => number | boolean>((value) => typeof value === 'function');
const expression = z.union([z.string().min(1), z.number(), z.boolean(), mapFunction]);
const equalities = z.record(z.string(), z.union([z.number(), z.boolean()]));
/** The schema of a condition: an expression, or the values of signals. */
export const condition = z.union([expression, equalities]);
/** The maximum number of records that a map makes per cycle. */
const MAX_RECORDS = 65_536;

const KINDS = [QUAD, ...Object.keys(TRACE_FIELDS)];

const recordTemplate = z.looseObject({
  kind: z.string(),
  /** The condition for making the record in a cycle. If absent, the record is always made. */
  when: condition.optional(),
  /** Distinguishes accesses in flight, for example by slot or bus id. */
  tag: expression.optional(),
});

const signalMap = z.strictObject({
  /** The prefix of all signal names, such as `testbench.dut`. */
  scope: z.string().min(1).optional(),
  clock: z.string().min(1),
  edge: z.enum(['rising', 'falling']).default('rising'),
  /** The condition under which cycles are counted, such as `{ reset: 0 }`. */
  active: condition.optional(),
  signals: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  records: z.array(recordTemplate).min(1).max(MAX_RECORDS),
  /** The records to make after the last cycle. */
  finally: z.array(recordTemplate).max(MAX_RECORDS).default([]),
});

export type ExpressionText = z.infer<typeof expression>;

export type ConditionText = z.infer<typeof condition>;

/** A template for a trace record made from signals. It also contains the fields of the record's kind. */
export type RecordTemplate = z.infer<typeof recordTemplate>;

/** A map from the signals in a dump to a trace (trace.md). */
export type SignalMap = z.infer<typeof signalMap>;

/** The file extensions of modules. Maps in modules may contain functions. */
const MODULE_EXTENSION = /\.[cm]?[jt]s$/;

/** Reads a signal map: YAML, JSON, or a module's default export. Throws a one-line `UsageError` for anything else. */
export async function readSignalMap(file: string): Promise<SignalMap> {
  const isModule = MODULE_EXTENSION.test(file);
  const document = isModule ? await loadCode('signalMap', file) : readDocument(file);
  const parsed = safeParse(signalMap, document);
  if (!parsed.success)
    throw new UsageError(
      `Invalid ${describeInput('signalMap', file)}: ${describeFirstIssue(parsed.error, document)}`,
    );
  for (const { kind } of [...parsed.data.records, ...parsed.data.finally]) {
    if (KINDS.includes(kind)) continue;
    throw new UsageError(
      `Invalid ${describeInput('signalMap', file)}: ${makeUnknownNameError('record kind', kind, KINDS).message}`,
    );
  }
  return isModule ? (withGuards(file, parsed.data) as SignalMap) : parsed.data;
}

/** Wraps a map's functions so that their errors name the file and line. */
function withGuards(file: string, node: unknown): unknown {
  if (typeof node === 'function') return guardUserCode(file, node as (sample: MapSample) => unknown);
  if (Array.isArray(node)) return node.map((item) => withGuards(file, item));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withGuards(file, value)]));
}

/** Returns whether a kind of record appears in traces; `quad` exists only in maps. */
export function isTransactionKind(kind: string): kind is TransactionKind {
  return kind !== QUAD;
}

/** Parser errors caused by unquoted names that YAML mistakes for a list or mapping. */
const UNQUOTED_NAME_ERROR = /flow-seq-start|flow-seq-end|Nested mappings/;

function readDocument(file: string): unknown {
  const bytes = readInput('signalMap', file);
  try {
    return parse(bytes.toString('utf8'), { maxAliasCount: 0 });
  } catch (error) {
    const reason = formatOneLine(error);
    const hint = UNQUOTED_NAME_ERROR.test(reason) ? '; put names with brackets in quotes' : '';
    throw new UsageError(
      `Invalid ${describeInput('signalMap', file)}: it is neither YAML nor JSON (${reason})${hint}`,
    );
  }
}
