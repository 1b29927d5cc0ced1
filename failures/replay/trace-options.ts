import { UsageError } from '../../transactions/index.js';
import type { Window } from '../waves/vcd.js';

export const TRACE_KINDS = ['html', 'jsonl', 'vcd'] as const;
export type TraceKind = (typeof TRACE_KINDS)[number];

/** Reads the requested kinds and removes duplicates. Throws `UsageError` if a kind is unknown. */
export function readTraceKinds(names: readonly string[]): TraceKind[] {
  const unknown = names.find((name) => !TRACE_KINDS.some((kind) => kind === name));
  if (unknown !== undefined)
    throw new UsageError(`Unknown trace kind "${unknown}": expected one of ${TRACE_KINDS.join(', ')}`);
  return TRACE_KINDS.filter((kind) => names.includes(kind));
}

/** Parses `--window A..B`, an inclusive range of cycles. Throws `UsageError` for anything else. */
export function parseWindow(text: string): Window {
  const [first, last] = (/^(\d{1,15})\.\.(\d{1,15})$/.exec(text)?.slice(1) ?? []).map(Number);
  if (first === undefined || last === undefined || first > last)
    throw new UsageError(`Invalid --window "${text}": expected FIRST..LAST in cycles, such as 400..900`);
  return { first, last };
}
