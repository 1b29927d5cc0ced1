import { spawnSync } from 'node:child_process';
import { UsageError } from '../../transactions/index.js';
import { WAVE_FORMATS } from '../waves/trace-files.js';
import type { Window } from '../waves/vcd.js';

export const TRACE_KINDS = ['html', 'jsonl', ...WAVE_FORMATS, 'fst'] as const;
export type TraceKind = (typeof TRACE_KINDS)[number];

/** Kinds that are documented but not yet supported. */
const UNSUPPORTED_KINDS: readonly string[] = ['wavejson'];

/** The GTKWave tool that converts VCD to FST, and the Debian package that provides it. */
export const FST_WRITER = { tool: 'vcd2fst', package: 'gtkwave' } as const;

/**
 * Reads the requested kinds and removes duplicates. Throws `UsageError` if a kind is unknown or unsupported, or if the
 * tool it needs is not installed.
 */
export function readTraceKinds(names: readonly string[]): TraceKind[] {
  const kinds = TRACE_KINDS.join(', ');
  const unsupported = names.find((name) => UNSUPPORTED_KINDS.includes(name));
  if (unsupported !== undefined)
    throw new UsageError(`Trace kind "${unsupported}" is not supported in this version; use one of ${kinds}`);
  const unknown = names.find((name) => !isTraceKind(name));
  if (unknown !== undefined)
    throw new UsageError(`Unknown trace kind "${unknown}": expected one of ${kinds}`);
  if (names.includes('fst') && !canWriteFst())
    throw new UsageError(
      `Cannot write --trace fst: ${FST_WRITER.tool} is not installed; install the Debian package ${FST_WRITER.package}`,
    );
  return TRACE_KINDS.filter((kind) => names.includes(kind));
}

function isTraceKind(name: string): name is TraceKind {
  return TRACE_KINDS.some((kind) => kind === name);
}

function canWriteFst(): boolean {
  return spawnSync(FST_WRITER.tool, ['--help'], { stdio: 'ignore' }).error === undefined;
}

/** Parses `--window A..B`, an inclusive range of cycles. Throws `UsageError` for anything else. */
export function parseWindow(text: string): Window {
  const [first, last] = (/^(\d{1,15})\.\.(\d{1,15})$/.exec(text)?.slice(1) ?? []).map(Number);
  if (first === undefined || last === undefined || first > last)
    throw new UsageError(`Invalid --window "${text}": expected FIRST..LAST in cycles, such as 400..900`);
  return { first, last };
}
