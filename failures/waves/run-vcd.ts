import { deflateRawSync } from 'node:zlib';
import { groupBy } from '../../arch/index.js';
import {
  type Excerpt,
  extendDictionary,
  RUN_SIGNALS,
  type Scenario,
  scenarioLine,
  type Transaction,
  transactionLine,
  type Violation,
} from '../../transactions/index.js';
import { buildRunTimeline } from '../timeline/run-timeline.js';
import { collectSignals } from './run-signals.js';
import { formatVcd, type Signal, type Window } from './vcd.js';

export interface TracedRun {
  readonly scenario: Scenario;
  /** All transactions up to the end of the window. */
  readonly transactions: readonly Transaction[];
  readonly violations: readonly Violation[];
  /** The cycles to show, or undefined for all of them. */
  readonly window?: Window;
  /** The part of the run that the trace covers, if it is not the whole. */
  readonly excerpt?: Excerpt;
}

/** Returns the signals that hold the run itself, so that `check-trace` can judge the dump. */
function makeRunSignals({ scenario, excerpt, transactions }: TracedRun, { first }: Window): Signal[] {
  const byCycle = groupBy(transactions, ({ cycle }) => cycle);
  const all = Array.from(
    byCycle,
    ([cycle, group]) => [cycle, group.map((transaction) => transactionLine(transaction))] as const,
  );
  // The dump starts with the last value up to its first cycle.
  const shown = all.slice(
    Math.max(
      0,
      all.findLastIndex(([cycle]) => cycle <= first),
    ),
  );
  const scenarioLines: [number, string[]][] = [[first, [scenarioLine(scenario, excerpt)]]];
  const changes = { scenario: packLines(scenarioLines), records: packLines(shown) };
  return Object.entries(changes).map(([key, packed]) => {
    const path = RUN_SIGNALS[key as keyof typeof RUN_SIGNALS].split('.');
    return { scope: path.slice(0, -1), name: path.at(-1)!, width: 'text', changes: packed };
  });
}

/** Packs each cycle's JSON Lines, so that a dump that ends early can be read up to there. */
function packLines(linesByCycle: readonly (readonly [cycle: number, lines: readonly string[]])[]) {
  let dictionary: Uint8Array = new Uint8Array();
  let value = '';
  return linesByCycle.map(([cycle, lines]) => {
    const pack = (text: Uint8Array): string => {
      const options = { windowBits: 13, ...(dictionary.length === 0 ? {} : { dictionary }) };
      return deflateRawSync(text, options).toString('base64');
    };
    const json = `[${lines.join(',')}]`;
    // Different texts may be packed into equal values, and a dump leaves out a value that repeats the last one.
    const text = [json, `${json} `].map((one) => Buffer.from(one)).find((one) => pack(one) !== value)!;
    value = pack(text);
    dictionary = extendDictionary(dictionary, text);
    return { cycle, value };
  });
}

/**
 * Formats a run as a value change dump. Besides the signals that its waves and units show, the dump holds the run itself,
 * which `check-trace` judges without a signal map.
 */
export function formatRunVcd(run: TracedRun): string {
  const timeline = buildRunTimeline(run.scenario, run.transactions);
  const last = Math.max(timeline.last, run.violations[0]?.cycle ?? 0);
  const window = { first: run.window?.first ?? 0, last: Math.min(run.window?.last ?? Infinity, last) };
  const signals = [...collectSignals(timeline, run.violations), ...makeRunSignals(run, window)];
  return formatVcd(signals, window, `${run.scenario.name} on ${run.scenario.chip}; 1 ns is one cycle`);
}
