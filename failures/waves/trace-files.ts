import {
  type Excerpt,
  encodeDumpText,
  RUN_SIGNALS,
  type Scenario,
  scenarioLine,
  type Transaction,
  transactionLine,
  type Violation,
} from '../../transactions/index.js';
import { buildRunTimeline, type RunTimeline } from '../timeline/run-timeline.js';
import { formatPerfetto } from './perfetto.js';
import { collectSignals, getPackerScope, getSlotScope, getVerdictScope } from './run-signals.js';
import { formatSignalPath, formatVcd, type Signal, type Window } from './vcd.js';

/** Trace flags in a GTKWave save file: right-justified, and hexadecimal, decimal, binary or text. */
const GTKWAVE_FLAGS = { hex: '22', number: '24', bit: '28', text: '20' } as const;

const SLOT_SIGNALS = ['wave', 'state', 'section', 'pc', 'polled_id', 'vmcnt', 'vscnt'];
const PACKER_SIGNALS = ['formed_id', 'counted_id', 'visible_id', 'unfinished_waves'];
/** The signals shown for a finding, in order. */
const VERDICT_SIGNALS = ['rule', 'observed'];

/** Signals from one unit that help explain a violation, and their heading. */
interface SelectedSignals {
  readonly heading: string;
  readonly signals: readonly Signal[];
}

/**
 * Returns the signals to look at first: those for the finding and for its waves' slots and packers (all packers if the
 * waves have none).
 */
function findViolationSignals(
  timeline: RunTimeline,
  signals: readonly Signal[],
  waves: readonly number[],
): SelectedSignals[] {
  const involved = timeline.waves.filter(({ wave }) => waves.includes(wave));
  const packers = new Set(involved.flatMap(({ packer }) => (packer === undefined ? [] : [packer])));
  const shownPackers = packers.size === 0 ? timeline.packers : [...packers];
  const groups = [
    { heading: 'finding', scope: getVerdictScope(), names: VERDICT_SIGNALS },
    ...involved.flatMap((wave) => {
      const scope = getSlotScope(wave);
      return scope === undefined ? [] : [{ heading: `wave ${wave.wave}`, scope, names: SLOT_SIGNALS }];
    }),
    ...shownPackers.map((packer) => ({
      heading: `packer ${packer}`,
      scope: getPackerScope(packer),
      names: PACKER_SIGNALS,
    })),
  ];
  const byPath = new Map(signals.map((signal) => [formatSignalPath(signal), signal]));
  return groups
    .map(({ heading, scope, names }) => ({
      heading,
      signals: names.flatMap((name) => byPath.get(formatSignalPath({ scope, name })) ?? []),
    }))
    .filter((group) => group.signals.length > 0);
}

/** Writes a GTKWave save file (`gtkwave FILE.gtkw`) that shows signals, with the primary marker on the violation. */
function formatGtkw(
  dumpFile: string,
  groups: readonly SelectedSignals[],
  { first, last }: Window,
  violation: Violation | undefined,
): string {
  const marker = violation?.cycle ?? -1;
  // The zoom is a power of two in cycles per pixel, chosen to fit everything into about a thousand pixels.
  const zoom = -Math.max(0, Math.log2(Math.max(1, (last - first) / 1000))).toFixed(6);
  return [
    `[dumpfile] "${dumpFile}"`,
    `[timestart] ${first}`,
    `*${zoom} ${marker} ${'-1 '.repeat(26).trimEnd()}`,
    ...groups.flatMap(({ heading, signals }) => [
      '@200',
      `-${heading}`,
      ...signals.flatMap((signal) => [`@${getGtkwaveFlags(signal)}`, formatGtkwaveName(signal)]),
    ]),
    '',
  ].join('\n');
}

function getGtkwaveFlags({ width, name }: Signal): string {
  if (width === 'text') return GTKWAVE_FLAGS.text;
  if (width === 1) return GTKWAVE_FLAGS.bit;
  return name === 'pc' || name.endsWith('line') ? GTKWAVE_FLAGS.hex : GTKWAVE_FLAGS.number;
}

function formatGtkwaveName(signal: Signal): string {
  const { width } = signal;
  return width === 'text' || width === 1
    ? formatSignalPath(signal)
    : `${formatSignalPath(signal)}[${width - 1}:0]`;
}

/** Writes Surfer commands (`surfer FILE.vcd -c FILE.sucl`) that show the signals, with the cursor on the violation. */
function formatSurfer(groups: readonly SelectedSignals[], violation: Violation | undefined): string {
  return [
    ...groups.flatMap(({ heading, signals }) => [
      `divider_add ${heading.replaceAll(' ', '_')}`,
      ...signals.map((signal) => `variable_add ${formatSignalPath(signal)}`),
    ]),
    'zoom_fit',
    ...(violation === undefined ? [] : [`cursor_set ${violation.cycle}`, 'goto_cursor']),
    '',
  ].join('\n');
}

export interface TracedRun {
  readonly scenario: Scenario;
  /** All transactions up to the end of the window. */
  readonly transactions: readonly Transaction[];
  readonly violations: readonly Violation[];
  /** The waves involved in the first violation. */
  readonly waves: readonly number[];
  /** The cycles to show, or undefined for all of them. */
  readonly window?: Window;
  /** The part of the run that the trace covers, if it is not the whole. */
  readonly excerpt?: Excerpt;
}

/** Returns the signals that hold the run itself, so that `check-trace` can judge the dump. */
function makeRunSignals({ scenario, excerpt, transactions }: TracedRun, { first }: Window): Signal[] {
  const linesByCycle = new Map<number, string[]>();
  for (const transaction of transactions) {
    const lines = linesByCycle.get(transaction.cycle);
    if (lines === undefined) linesByCycle.set(transaction.cycle, [transactionLine(transaction)]);
    else lines.push(transactionLine(transaction));
  }
  const records = Array.from(linesByCycle, ([cycle, lines]) => ({ cycle, value: encodeDumpText(lines) }));
  const start = [{ cycle: first, value: encodeDumpText([scenarioLine(scenario, excerpt)]) }];
  return Object.entries({ scenario: start, records }).map(([key, changes]) => {
    const path = RUN_SIGNALS[key as keyof typeof RUN_SIGNALS].split('.');
    return { scope: path.slice(0, -1), name: path.at(-1)!, width: 'text', changes };
  });
}

/** A trace, or a viewer's settings for one. */
export interface TraceFile {
  readonly extension: string;
  /** Returns the content. `name` is the base name that all files of the trace share. */
  readonly content: (name: string) => string | Uint8Array;
}

export const WAVE_FORMATS = ['vcd', 'perfetto'] as const;
type WaveFormat = (typeof WAVE_FORMATS)[number];

/** Creates the files for a trace format, starting with the trace itself. */
export function createTraceFiles(format: WaveFormat, run: TracedRun): TraceFile[] {
  const trace = buildRunTimeline(run.scenario, run.transactions);
  const last = Math.max(trace.last, run.violations[0]?.cycle ?? 0);
  const window = { first: run.window?.first ?? 0, last: Math.min(run.window?.last ?? Infinity, last) };
  switch (format) {
    case 'perfetto':
      return [{ extension: 'perfetto.json', content: () => formatPerfetto(trace, run.violations, window) }];
    case 'vcd': {
      const signals = [...collectSignals(trace, run.violations), ...makeRunSignals(run, window)];
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
