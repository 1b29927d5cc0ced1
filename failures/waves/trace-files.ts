import { buildRunTimeline } from '../../timeline/index.js';
import type { Scenario, Transaction, Violation } from '../../transactions/index.js';
import { formatPerfetto } from './perfetto.js';
import { collectSignals } from './run-signals.js';
import { formatVcd, type Window } from './vcd.js';
import { findViolationSignals, formatGtkw, formatSurfer } from './viewer-files.js';

/** A traced run. */
export interface TracedRun {
  readonly scenario: Scenario;
  /** All transactions up to the end of the window. */
  readonly transactions: readonly Transaction[];
  readonly violations: readonly Violation[];
  /** The waves involved in the first violation. */
  readonly cast: readonly number[];
  /** The cycles to show; all of them if absent. */
  readonly window?: Window;
}

/** A file to write. */
export interface TraceFile {
  readonly extension: string;
  /** Returns the content. `name` is the base name that all files of the trace share. */
  readonly content: (name: string) => string | Uint8Array;
}

/** The kinds of traces for other tools. */
export const WAVE_KINDS = ['vcd', 'perfetto'] as const;
/** A kind of trace for another tool. */
export type WaveKind = (typeof WAVE_KINDS)[number];

/** Creates the files for a kind of trace, starting with the trace itself. */
export function createTraceFiles(kind: WaveKind, run: TracedRun): TraceFile[] {
  const story = buildRunTimeline(run.scenario, run.transactions);
  const last = Math.max(story.last, run.violations[0]?.cycle ?? 0);
  const window = { first: run.window?.first ?? 0, last: Math.min(run.window?.last ?? Infinity, last) };
  switch (kind) {
    case 'perfetto':
      return [{ extension: 'perfetto.json', content: () => formatPerfetto(story, run.violations, window) }];
    case 'vcd': {
      const signals = collectSignals(story, run.violations);
      const selectedSignals = findViolationSignals(story, signals, run.cast);
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
      return kind satisfies never;
  }
}
