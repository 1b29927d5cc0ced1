/**
 * Reads and writes traces, which record a design's activity (trace.md).
 *
 * @example
 * ```js
 * import { TRACE_FIELDS, traceLine } from 'pops-testbench/trace';
 *
 * // The line that a monitor writes for an exit, and the fields that such a record needs.
 * const line = traceLine({ kind: 'section-exit', cycle: 96, wave: 3, packer: 0, id: 3 });
 * console.log(line.trimEnd()); // {"kind":"section-exit","cycle":96,"wave":3,"packer":0,"id":3}
 * console.log(Object.keys(TRACE_FIELDS['section-exit']).join(' ')); // wave packer id
 * ```
 *
 * @module
 */

import { readTrace as readRecords } from '../../intake/check-trace/trace-reader.js';
import {
  TRACE_FIELDS as FIELDS,
  parseScenario,
  requireObject,
  SCENARIO_RECORD,
  type Scenario,
  type SignalMapModule,
  type SignalNames,
  scenarioLine,
  type TraceFieldType,
  type Transaction,
  type TransactionKind,
  traceRecord,
  transactionLine,
} from '../../transactions/index.js';

export type { CounterName, ExportType, MemorySpace } from '../../arch/index.js';
export type {
  AddressUnitFull,
  At,
  BackgroundAllocated,
  BackgroundFormed,
  BackgroundLaunched,
  BackgroundRefused,
  BackgroundReleased,
  BackgroundSource,
  BarrierReached,
  CacheName,
  CodeLineServed,
  ColourDumped,
  CounterValues,
  DepthDumped,
  DepthTested,
  DirectReadServed,
  DrawBegin,
  DrawEnd,
  EventWaitDone,
  ExitingIdPolled,
  ExitingIdVisible,
  Exported,
  ExportGranted,
  ExportRequested,
  FlatAnswered,
  GdsDumped,
  GroupAllocated,
  GroupReleased,
  HeldResources,
  HwregWritten,
  InstructionsIssued,
  LaunchRefused,
  LaunchRequested,
  LaunchResource,
  LineFilled,
  LineInvalidated,
  LoopKind,
  MapField,
  MapRecord,
  MapSample,
  MapValue,
  MemoryDumped,
  MemoryIssued,
  MemoryPerformed,
  MemoryReturned,
  MessageSent,
  OfWave,
  Overlap,
  PrimitiveStarted,
  Quiesced,
  ResourceReleased,
  SectionExit,
  SignalValues,
  Slept,
  Stopped,
  SxAllocated,
  SxFreed,
  TranslationFailed,
  VgprsReleased,
  WaitCause,
  WaitDone,
  Waiting,
  WaveClosing,
  WaveEnded,
  WaveFormed,
  WaveLaunched,
  Woken,
} from '../../transactions/index.js';
export type { Scenario, SignalMapModule, SignalNames, TraceFieldType, Transaction, TransactionKind };

/** A field of a transaction kind: its type, and whether it is optional (trace.md). */
export type TraceField = TraceFieldType | { readonly optional: TraceFieldType };

/** The fields of each transaction kind in a trace, other than `kind` and `cycle` (trace.md). */
export const TRACE_FIELDS: Readonly<Record<TransactionKind, Readonly<Record<string, TraceField>>>> = FIELDS;

/** A trace record: a transaction or, only as the first record, the scenario (trace.md). */
export type TraceRecord = { readonly kind: 'scenario'; readonly scenario: Scenario } | Transaction;

/**
 * Reads a trace file, in JSON Lines or MessagePack, record by record without loading the whole file (trace.md). Throws
 * a one-line `UsageError` naming the file and record if the file is not a trace or a record is invalid.
 */
export async function* readTrace(file: string): AsyncGenerator<TraceRecord> {
  let isFirst = true;
  for await (const { value, location } of readRecords(file)) {
    const record = requireObject(value, location);
    if (isFirst && record.kind === SCENARIO_RECORD)
      yield { kind: SCENARIO_RECORD, scenario: parseScenario(record.scenario, location) };
    else yield traceRecord(record, location);
    isFirst = false;
  }
}

/**
 * Defines a signal map whose entries are functions, for `check-trace --vcd FILE --map MODULE` (trace.md). Returns it
 * unchanged. `now` and `before` are keyed by the names in `signals`. Never throws.
 */
export function defineSignalMap<const S extends SignalNames>(map: SignalMapModule<S>): SignalMapModule<S> {
  return map;
}

/**
 * Formats a record as a line of JSON with its newline, for `pops-tb check-trace` and `readTrace` (trace.md). Never
 * throws.
 */
export function traceLine(record: TraceRecord): string {
  return record.kind === SCENARIO_RECORD ? scenarioLine(record.scenario) : transactionLine(record);
}
