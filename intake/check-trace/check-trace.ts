import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { describeFileError, makeWriteError } from '../../harness/basics/index.js';
import { readInput } from '../../harness/input/index.js';
import { type OutTarget, openTarget, resolveOutTarget, writeAll } from '../../harness/output/index.js';
import { chooseWaves, createWitnessSink, FormedWaves } from '../../harness/records/index.js';
import {
  decodeDocument,
  KNOBS,
  MODEL_VERSION,
  parseScenario,
  requireObject,
  SCENARIO_RECORD,
  type Scenario,
  type Transaction,
  traceRecord,
  UsageError,
} from '../../transactions/index.js';
import { RecordedDump } from '../vcd/dump-file.js';
import { MappedTrace } from '../vcd/mapped-trace.js';
import { findFirstViolation } from './trace-document.js';
import { TraceJudge, type TraceOptions, type TraceVerdict } from './trace-judge.js';
import { isStream, readTrace, TruncatedRecordError } from './trace-reader.js';

/** Number of characters to buffer before writing. */
const BUFFER_LENGTH = 1 << 16;

/** Writes records to a file as JSON Lines. */
export class RecordFile {
  private readonly target: OutTarget;
  private readonly handle: number;
  private lines: string[] = [];
  private length = 0;

  /** Opens the file, which may be a FIFO or a device. Throws the same errors as `writeAtomic`. */
  constructor(private readonly file: string) {
    this.target = this.withErrorText(() => resolveOutTarget(file));
    this.handle = this.withErrorText(() => openTarget(this.target));
  }

  add(record: unknown): void {
    const line = `${JSON.stringify(record)}\n`;
    this.lines.push(line);
    this.length += line.length;
    if (this.length >= BUFFER_LENGTH) this.flush();
  }

  close(): void {
    this.flush();
    if (this.target.kind !== 'handle') closeSync(this.handle);
  }

  private flush(): void {
    this.withErrorText(() => writeAll(this.handle, Buffer.from(this.lines.join(''))));
    this.lines = [];
    this.length = 0;
  }

  private withErrorText<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw makeWriteError(error, `Cannot write "${this.file}": ${describeFileError(error)}`);
    }
  }
}

/**
 * Checks a trace against the scenario in its first record or in a separate file, which takes precedence. Throws a
 * one-line `UsageError` if the file is not a trace.
 */
export async function checkTrace(
  file: string,
  scenarioFile?: string,
  options: TraceOptions = {},
): Promise<TraceVerdict> {
  const isLive = isStream(file);
  const { onCertain, ...otherOptions } = options;
  const judgeOptions = isLive ? options : otherOptions;
  const openJudge = (scenario: Scenario): TraceJudge => {
    options.onScenario?.(scenario);
    return new TraceJudge(file, scenario, judgeOptions);
  };
  let judge = scenarioFile === undefined ? undefined : openJudge(readScenario(scenarioFile));
  const mappedTrace = options.map === undefined ? undefined : await MappedTrace.open(file, options.map);
  const isDump = options.isDump === true || DUMP_NAME.test(file);
  const recordedDump = isDump && mappedTrace === undefined ? new RecordedDump(file) : undefined;
  const recordFile = options.writeTo === undefined ? undefined : new RecordFile(options.writeTo);
  let isFirst = true;
  const hash = createHash('sha256');
  const onChunk = (chunk: Uint8Array): void => {
    if (options.cover === true) hash.update(chunk);
    if (isLive) options.onArrival?.();
  };
  let cut: string | undefined;
  try {
    const isUnderWay = (kinds: readonly string[]): boolean => judge?.isUnderWay(kinds) === true;
    const records = (mappedTrace ?? recordedDump)?.records(onChunk, isUnderWay) ?? readTrace(file, onChunk);
    for await (const { value, location } of records) {
      recordFile?.add(value);
      const record = requireObject(value, location);
      const isScenario = isFirst && record.kind === SCENARIO_RECORD;
      isFirst = false;
      if (isScenario) rejectExcerpt(record, file);
      if (isScenario) judge ??= openJudge(parseScenario(completeScenario(record.scenario), location));
      else if (judge === undefined) throw new UsageError(`Missing scenario in ${location}: ${SCENARIO_HINT}`);
      else judge.observe(traceRecord(record, location), location);
      if (judge?.stoppedAt !== undefined) break;
    }
  } catch (error) {
    if (!(error instanceof TruncatedRecordError) || judge === undefined || judge.isEmpty) throw error;
    cut = error.reason;
  } finally {
    recordFile?.close();
  }
  if (judge === undefined) throw new UsageError(`Missing scenario in trace ${file}: ${SCENARIO_HINT}`);
  const isMapped = mappedTrace !== undefined;
  const verdict = judge.finish({
    cut: cut ?? (mappedTrace ?? recordedDump)?.cut,
    isMapped,
    digest: hash.digest('hex'),
  });
  if (mappedTrace === undefined) return verdict;
  return { ...verdict, dumpTimes: verdict.violations.map(({ cycle }) => mappedTrace.times.getTime(cycle)) };
}

/** Checks a trace as `checkTrace` does. If a file breaks a rule, reads it again for the waves of the picture. */
export async function checkAndDraw(
  file: string,
  scenarioFile: string | undefined,
  options: TraceOptions,
): Promise<TraceVerdict> {
  const { formed, observe } = new FormedWaves();
  let scenario: Scenario | undefined;
  const onScenario = (read: Scenario): void => {
    scenario = read;
  };
  const verdict = await checkTrace(file, scenarioFile, { ...options, onScenario, onTransaction: observe });
  const violation = findFirstViolation(verdict);
  if (violation === undefined || scenario === undefined || isStream(file)) return verdict;
  const waves = chooseWaves(violation, formed, scenario.draws);
  if (waves.length === 0) return verdict;
  const transactions: Transaction[] = [];
  const { writeTo: _, ...again } = options;
  await checkTrace(file, scenarioFile, { ...again, onTransaction: createWitnessSink(waves, transactions) });
  return { ...verdict, picture: { scenario, witness: { violation, waves, transactions } } };
}

const DUMP_NAME = /\.(vcd|fst)$/;

const SCENARIO_HINT = `start the trace with {"kind": "${SCENARIO_RECORD}", "scenario": …}, or specify --scenario`;

/**
 * Rejects excerpts, which `replay --waves` and `--window` write for human readers, since rules would report the missing
 * parts as errors.
 */
function rejectExcerpt({ waves, cycles }: Readonly<Record<string, unknown>>, file: string): void {
  const [unit, option] = waves !== undefined ? ['waves', '--waves'] : ['cycles', '--window'];
  const range = waves ?? cycles;
  if (range === undefined) return;
  throw new UsageError(
    `Cannot check trace ${file}: it covers only ${unit} ${String(range)}; write it without ${option}`,
  );
}

function readScenario(file: string): Scenario {
  const document = decodeDocument(readInput('scenario', file), file);
  // A document written by `replay --export` contains the scenario and its expected result.
  const isExported = isRecord(document) && isRecord(document.scenario);
  return parseScenario(completeScenario(isExported ? document.scenario : document), file);
}

/**
 * Defaults for fields used only by model runs. Nothing is scheduled here, and an external device has no library faults.
 */
const RUN_FIELDS = { schedule: { strategy: 'replay', choices: [] }, faults: [], expects: [] } as const;

/** Limits with strict defaults, which are relaxed if the device does not specify them. */
const PERMISSIVE_LIMITS = {
  formationTimeout: KNOBS.formationTimeout.min,
  stagedWaves: KNOBS.stagedWaves.max,
  stagedVertexWaves: KNOBS.stagedVertexWaves.max,
} as const;

/**
 * Values for the knobs that a device does not specify: the full range of each latency, so that no wait is too long; the
 * most permissive limits; and the defaults of all other knobs.
 */
const UNKNOWN_FREEDOMS = {
  ...Object.fromEntries(
    Object.entries(KNOBS).map(([name, { kind, min, max, default: defaultValue }]) => [
      name,
      kind === 'range' ? [min, max] : defaultValue,
    ]),
  ),
  ...PERMISSIVE_LIMITS,
};

/** Completes a scenario for checking: accepts any model version, and fills in the fields used only by model runs. */
function completeScenario(scenario: unknown): unknown {
  if (!isRecord(scenario)) return scenario;
  const { freedoms = {} } = scenario;
  const completeKnobs = isRecord(freedoms) ? { ...UNKNOWN_FREEDOMS, ...freedoms } : freedoms;
  return { ...RUN_FIELDS, ...scenario, freedoms: completeKnobs, model: MODEL_VERSION };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
