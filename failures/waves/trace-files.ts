import { buildRunStory } from '../../timeline/index.js';
import type { Scenario, Transaction, Violation } from '../../transactions/index.js';
import { perfettoText } from './perfetto.js';
import { runSignals } from './run-signals.js';
import { vcdText, type Window } from './vcd.js';
import { findViolationSignals, formatGtkw, surferText } from './viewer-files.js';

/** A traced run. */
export interface TracedRun {
  readonly scenario: Scenario;
  /** All transactions up to the end of the window. */
  readonly transactions: readonly Transaction[];
  readonly violations: readonly Violation[];
  /** The waves of the first violation. */
  readonly cast: readonly number[];
  /** The cycles to show; all of them if absent. */
  readonly window?: Window;
}

/** A file to write. */
export interface TraceFile {
  readonly ending: string;
  /** Returns the content. `name` is the base name that all files of the trace share. */
  readonly content: (name: string) => string | Uint8Array;
}

/** The kinds of traces for other tools. */
export const WAVE_KINDS = ['vcd', 'perfetto'] as const;
/** A kind of trace for another tool. */
export type WaveKind = (typeof WAVE_KINDS)[number];

/** Creates the files for a kind of trace, starting with the trace itself. */
export function traceFiles(kind: WaveKind, run: TracedRun): TraceFile[] {
  const story = buildRunStory(run.scenario, run.transactions);
  const last = Math.max(story.last, run.violations[0]?.cycle ?? 0);
  const window = { first: run.window?.first ?? 0, last: Math.min(run.window?.last ?? Infinity, last) };
  switch (kind) {
    case 'perfetto':
      return [{ ending: 'perfetto.json', content: () => perfettoText(story, run.violations, window) }];
    case 'vcd': {
      const signals = runSignals(story, run.violations);
      const selectedSignals = findViolationSignals(story, signals, run.cast);
      const [violation] = run.violations;
      const comment = `${run.scenario.name} on ${run.scenario.chip}; 1 ns is one cycle`;
      return [
        { ending: 'vcd', content: () => vcdText(signals, window, comment) },
        { ending: 'gtkw', content: (name) => formatGtkw(`${name}.vcd`, selectedSignals, window, violation) },
        { ending: 'sucl', content: () => surferText(selectedSignals, violation) },
      ];
    }
    default:
      return kind satisfies never;
  }
}
