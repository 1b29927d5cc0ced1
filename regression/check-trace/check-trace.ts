import { createScoreboards } from '../../checkers/index.js';
import type { Scenario, Transaction, Verdict, Violation } from '../../transactions/index.js';
import {
  decodeDocument,
  KNOBS,
  MODEL_VERSION,
  parseScenario,
  recordOf,
  SCENARIO_RECORD,
  traceRecord,
  UsageError,
} from '../../transactions/index.js';
import { oneLine } from '../basics/one-line.js';
import { readInput } from '../input/read-input.js';
import { requireMemoryFor } from '../input/scenario-memory.js';
import { findingOf, UNCHECKED } from '../records/finding.js';
import { Contradictions } from './contradictions.js';
import { readTrace } from './trace-reader.js';

/** Result of judging a trace. */
export interface TraceVerdict {
  readonly file: string;
  readonly transactions: number;
  readonly waves: number;
  /** `inconclusive`: a budget ended what was traced. */
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly violations: readonly Violation[];
  /** Rules that the trace lacks data for. */
  readonly unchecked: Verdict['unchecked'];
}

/**
 * Judges a trace of the scenario in its first record, or in a file of its own, which then wins. Throws `UsageError` in one
 * line for a trace that is no such thing.
 */
export async function checkTrace(file: string, scenarioFile?: string): Promise<TraceVerdict> {
  let judge = scenarioFile === undefined ? undefined : new TraceJudge(file, scenarioOf(scenarioFile));
  let isFirst = true;
  for await (const { value, place } of readTrace(file)) {
    const record = recordOf(value, place);
    const isScenario = isFirst && record.kind === SCENARIO_RECORD;
    isFirst = false;
    if (isScenario) refuseExcerpt(record, file);
    if (isScenario) judge ??= new TraceJudge(file, parseScenario(whateverRan(record.scenario), place));
    else if (judge === undefined) throw new UsageError(`Missing scenario of ${place}: ${WHERE}`);
    else judge.take(traceRecord(record, place), place);
  }
  if (judge === undefined) throw new UsageError(`Missing scenario of trace ${file}: ${WHERE}`);
  return judge.finish();
}

const WHERE = `start the trace with {"kind": "${SCENARIO_RECORD}", "scenario": …}, or give --scenario`;

/** `replay --waves` and `--window` write a part of a run, for a reader: rules that know no more would blame the device. */
function refuseExcerpt({ waves, cycles }: Readonly<Record<string, unknown>>, file: string): void {
  const [part, option] = waves !== undefined ? ['waves', '--waves'] : ['cycles', '--window'];
  const covered = waves ?? cycles;
  if (covered === undefined) return;
  throw new UsageError(
    `Cannot judge trace ${file}: it covers only ${part} ${String(covered)}; write it without ${option}`,
  );
}

/** Scoreboards on one trace, and what of it they cannot be trusted with. */
export class TraceJudge {
  private readonly scoreboards;
  private readonly contradictions: Contradictions;
  private transactions = 0;
  private waves = 0;

  constructor(
    private readonly file: string,
    private readonly scenario: Scenario,
  ) {
    requireMemoryFor(scenario, file);
    this.scoreboards = createScoreboards(scenario, { mayLack: true });
    this.contradictions = new Contradictions(scenario);
  }

  take(transaction: Transaction, place: string): void {
    const wrong = this.contradictions.next(transaction);
    if (wrong !== undefined) throw new UsageError(`Invalid ${place}: ${wrong}`);
    this.transactions++;
    if (transaction.kind === 'wave-formed') this.waves++;
    this.guarded(place, () => this.scoreboards.observe(transaction));
  }

  finish(): TraceVerdict {
    if (this.transactions === 0)
      throw new UsageError(`Cannot judge trace ${this.file}: it has no transactions`);
    const verdict = this.guarded(`trace ${this.file}`, () => this.scoreboards.finish());
    const finding = findingOf(this.scenario, verdict);
    const passed = finding === undefined || finding.rule === UNCHECKED;
    const failed = finding?.outcome === 'inconclusive' ? ('inconclusive' as const) : ('fail' as const);
    return {
      file: this.file,
      transactions: this.transactions,
      waves: this.waves,
      verdict: passed ? 'pass' : failed,
      violations: verdict.violations,
      unchecked: verdict.unchecked,
    };
  }

  /** A stream that no device can produce may break assumptions of the scoreboards; the error then blames the trace. */
  private guarded<T>(place: string, act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw new UsageError(`Cannot judge ${place}: it contradicts an earlier record (${oneLine(error)})`);
    }
  }
}

function scenarioOf(file: string): Scenario {
  return parseScenario(whateverRan(decodeDocument(readInput('scenario', file), file)), file);
}

/** Read by runs of the model only: nothing is scheduled here, and a foreign device has no faults of the library. */
const OF_A_RUN = { schedule: { strategy: 'replay', choices: [] }, faults: [], expects: [] } as const;

/** Limits that hold a device to the least while it tells nothing of them. */
const LEAST_STRICT = {
  formationTimeout: KNOBS.formationTimeout.min,
  stagedWaves: KNOBS.stagedWaves.max,
  stagedVertexWaves: KNOBS.stagedVertexWaves.max,
} as const;

/** Knobs of a device that tells nothing of them: latencies are as long as they may be, so that no wait is held to less. */
const UNTOLD_FREEDOMS = {
  ...Object.fromEntries(
    Object.entries(KNOBS).map(([name, { kind, min, max, default: usual }]) => [
      name,
      kind === 'range' ? [min, max] : usual,
    ]),
  ),
  ...LEAST_STRICT,
};

/** A scenario for judging alone: of any version of the model, and with what only a run reads or without. */
function whateverRan(scenario: unknown): unknown {
  if (!isRecord(scenario)) return scenario;
  const { freedoms = {} } = scenario;
  const told = isRecord(freedoms) ? { ...UNTOLD_FREEDOMS, ...freedoms } : freedoms;
  return { ...OF_A_RUN, ...scenario, freedoms: told, model: MODEL_VERSION };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
