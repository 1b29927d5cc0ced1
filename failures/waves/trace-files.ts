import { buildRunTimeline } from '../timeline/index.js';
import type { Scenario, Transaction, Violation } from '../../transactions/index.js';
import { formatPerfetto } from './perfetto.js';
import { collectSignals } from './run-signals.js';
import { formatVcd, type Window } from './vcd.js';
import { findViolationSignals, formatGtkw, formatSurfer } from './viewer-files.js';

/** A run to be traced. */
export interface TracedRun {
  readonly scenario: Scenario;
  /** All transactions up to the end of the window. */
  readonly transactions: readonly Transaction[];
  readonly violations: readonly Violation[];
  /** The waves involved in the first violation. */
  readonly waves: readonly number[];
  /** The cycles to show, or undefined for all of them. */
  readonly window?: Window;
}

/** A trace, or a viewer's settings for one. */
export interface TraceFile {
  readonly extension: string;
  /** Returns the content. `name` is the base name that all files of the trace share. */
  readonly content: (name: string) => string | Uint8Array;
}

/** The trace formats for other tools. */
export const WAVE_FORMATS = ['vcd', 'perfetto'] as const;
/** A trace format for another tool. */
export type WaveFormat = (typeof WAVE_FORMATS)[number];

/** Creates the files for a trace format, starting with the trace itself. */
export function createTraceFiles(format: WaveFormat, run: TracedRun): TraceFile[] {
  const trace = buildRunTimeline(run.scenario, run.transactions);
  const last = Math.max(trace.last, run.violations[0]?.cycle ?? 0);
  const window = { first: run.window?.first ?? 0, last: Math.min(run.window?.last ?? Infinity, last) };
  switch (format) {
    case 'perfetto':
      return [{ extension: 'perfetto.json', content: () => formatPerfetto(trace, run.violations, window) }];
    case 'vcd': {
      const signals = collectSignals(trace, run.violations);
      const selectedSignals = findViolationSignals(trace, signals, run.waves);
      const [violation] = run.violations;
      const comment = `${run.scenario.name} on ${run.scenario.chip}; 1 ns is one cycle`;
      return [
        { extension: 'vcd', content: () => formatVcd(signals, window, comment) },
        {
          extension: 'gtkw',
          content: (name) => formatGtkw(`${name}.vcd`, selectedSignals, window, violation),
        },
        { extension: 'sucl', content: () => formatSurfer(selectedSignals, violation) },
      ];
    }
    default:
      return format satisfies never;
  }
}
