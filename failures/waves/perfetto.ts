import type { Transaction, Violation } from '../../transactions/index.js';
import type { CacheId, RunTimeline, WaveTimeline } from '../timeline/run-timeline.js';
import { getMarkCycle } from '../timeline/wave-life.js';
import { collectSignals } from './run-signals.js';
import { formatSignalPath, type Signal, type Window } from './vcd.js';

/** Track groups, which the format calls processes. */
const TRACK_GROUPS = { slots: 1, packers: 2, caches: 3, waits: 4, findings: 5 } as const;
const GROUP_NAMES = ['Slots', 'Packers', 'Caches', 'Waiting to launch', 'Findings'];

const COUNTER_SUFFIXES = ['unfinished_waves', 'waiting_launches', 'in_flight', '_holders', 'lines'];

/** Cycles per unit of time: a cycle is shown as one nanosecond, and the format's times are in microseconds. */
const CYCLES_PER_UNIT = 1000;

/** An event in the Trace Event Format. `ph` is its kind; `ts` and `dur` are in microseconds. */
type TraceEvent = Readonly<Record<string, unknown>> & { readonly ph: string };

/**
 * Formats a run in the JSON Trace Event Format for Perfetto's UI: tracks for slots (with the states of their waves),
 * waves waiting to launch, packers and caches. Accesses are spans next to the slots, and a flow leads from an
 * overlapped wave's exit to the entry it enables. Counters and findings follow. Everything is clipped to the window.
 */
export function formatPerfetto(run: RunTimeline, violations: readonly Violation[], window: Window): string {
  const events: TraceEvent[] = [
    ...nameTracks(run),
    ...run.waves.flatMap((wave) => makeWaveEvents(wave, window)),
    ...makeFlowEvents(run, window),
    ...run.transactions.flatMap((t) => makeUnitEvents(t, run.caches, window)),
    ...collectSignals(run, []).flatMap((signal) => makeCounterEvents(signal, window)),
    ...violations.flatMap((violation) => makeFindingEvents(violation, window)),
  ];
  const lines = events.map((event) => JSON.stringify(event)).join(',\n');
  return `{"displayTimeUnit":"ns","traceEvents":[\n${lines}\n]}\n`;
}

function toMicroseconds(cycle: number): number {
  return cycle / CYCLES_PER_UNIT;
}

function isInside(cycle: number, { first, last }: Window): boolean {
  return cycle >= first && cycle <= last;
}

function nameTracks({ waves, packers, caches }: RunTimeline): TraceEvent[] {
  const name = (kind: string, pid: number, tid: number, text: string): TraceEvent => ({
    ph: 'M',
    name: kind,
    pid,
    tid,
    args: { name: text },
  });
  const slots = new Map(waves.flatMap(({ slot, simd }) => (slot === undefined ? [] : [[slot, simd]])));
  return [
    ...GROUP_NAMES.map((text, i) => name('process_name', i + 1, 0, text)),
    ...Array.from(slots, ([slot, simd]) =>
      name('thread_name', TRACK_GROUPS.slots, slot! + 1, `SIMD ${simd} slot ${slot}`),
    ),
    ...packers.map((packer) => name('thread_name', TRACK_GROUPS.packers, packer + 1, `Packer ${packer}`)),
    ...caches.map(({ cache, index }, i) =>
      name('thread_name', TRACK_GROUPS.caches, i + 1, `${cache} ${index}`),
    ),
    name('thread_name', TRACK_GROUPS.findings, 1, 'Findings'),
  ];
}

function clip(span: Window, window: Window): { readonly start: number; readonly end: number } | undefined {
  const first = Math.max(span.first, window.first);
  const last = Math.min(span.last, window.last);
  return last < first ? undefined : { start: toMicroseconds(first), end: toMicroseconds(last) };
}

/** Creates a complete slice clipped to the window, or none if it is outside. */
function makeSlice(
  name: string,
  pid: number,
  tid: number,
  span: Window,
  window: Window,
  args: object = {},
): TraceEvent[] {
  const part = clip(span, window);
  if (part === undefined) return [];
  return [{ ph: 'X', name, pid, tid, ts: part.start, dur: part.end - part.start, args }];
}

function makeWaveEvents(wave: WaveTimeline, window: Window): TraceEvent[] {
  const { slot, packer, life, overlapped, source, phases } = wave;
  if (phases.length === 0) return [];
  const name = source === undefined ? `wave ${wave.wave}` : `${source} wave ${wave.wave}`;
  const args = { wave: wave.wave, packer, id: life.formed?.id, draw: life.formed?.draw, overlapped };
  const resident = phases.filter(({ state }) => state !== 'formed' && state !== 'waiting-for-launch');
  const queued = phases.filter((phase) => !resident.includes(phase));
  const waits = queued.flatMap(({ state, first, last }) =>
    makeSpanEvents(name, state, TRACK_GROUPS.waits, `w${wave.wave}`, { first, last }, window, args),
  );
  if (slot === undefined || resident.length === 0) return waits;
  const residency = { first: resident[0]!.first, last: resident.at(-1)!.last };
  return [
    ...waits,
    ...makeSlice(name, TRACK_GROUPS.slots, slot + 1, residency, window, args),
    ...resident.flatMap((phase) => makeSlice(phase.state, TRACK_GROUPS.slots, slot + 1, phase, window)),
    ...wave.accesses.flatMap(({ issued, performed, returned, ordered }) => {
      const span = { first: issued.cycle, last: returned ?? window.last };
      const levels = performed.map(({ level, cycle }) => `${level} at ${cycle}`);
      const text = `${ordered ? 'ordered ' : ''}${issued.operation} (${issued.space})`;
      const args = { wave: wave.wave, pc: issued.pc, access: issued.access, performed: levels };
      return makeSpanEvents(text, 'access', TRACK_GROUPS.slots, `a${issued.access}`, span, window, args);
    }),
  ];
}

function makeSpanEvents(
  name: string,
  cat: string,
  pid: number,
  id: string,
  span: Window,
  window: Window,
  args: object,
): TraceEvent[] {
  const part = clip(span, window);
  if (part === undefined) return [];
  const common = { cat, name, pid, tid: 0, id };
  return [
    { ...common, ph: 'b', ts: part.start, args },
    { ...common, ph: 'e', ts: part.end },
  ];
}

/** Creates flows from an overlapped wave's exit to the entry of the wave waiting for it. */
function makeFlowEvents({ waves }: RunTimeline, window: Window): TraceEvent[] {
  const byNumber = new Map(waves.map((wave) => [wave.wave, wave]));
  return waves.flatMap((wave) => {
    const entry = getMarkCycle(wave.life, 'entry');
    if (entry === undefined || wave.slot === undefined) return [];
    return wave.overlapped.flatMap((number) => {
      const other = byNumber.get(number);
      const exit = other && getMarkCycle(other.life, 'exit-sent');
      if (other?.slot === undefined || exit === undefined || exit > entry) return [];
      if (!isInside(exit, window) || !isInside(entry, window)) return [];
      const common = {
        name: 'exit enables entry',
        cat: 'order',
        id: `${number}-${wave.wave}`,
        pid: TRACK_GROUPS.slots,
      };
      return [
        { ...common, ph: 's', tid: other.slot + 1, ts: toMicroseconds(exit) },
        { ...common, ph: 'f', bp: 'e', tid: wave.slot! + 1, ts: toMicroseconds(entry) },
      ];
    });
  });
}

function makeInstant(name: string, pid: number, tid: number, cycle: number, args: object): TraceEvent {
  return { ph: 'i', s: 't', name, pid, tid, ts: toMicroseconds(cycle), args };
}

function makeUnitEvents(t: Transaction, caches: readonly CacheId[], window: Window): TraceEvent[] {
  if (!isInside(t.cycle, window)) return [];
  const makePackerInstant = (text: string, number: number, args: object): TraceEvent[] => [
    makeInstant(text, TRACK_GROUPS.packers, number + 1, t.cycle, args),
  ];
  switch (t.kind) {
    case 'wave-formed':
      return makePackerInstant(`wave ${t.wave} formed`, t.packer, {
        id: t.id,
        draw: t.draw,
        closedBy: t.reason,
      });
    case 'section-exit':
      return makePackerInstant(`exit of wave ${t.wave} counted`, t.packer, { id: t.id });
    case 'exiting-id-visible':
      return makePackerInstant(`exiting id ${t.id} visible`, t.packer, {});
    case 'line-filled':
    case 'line-invalidated': {
      const track = caches.findIndex(({ cache, index }) => cache === t.cache && index === t.index) + 1;
      const { kind, cycle, cache: _, index: __, ...args } = t;
      return [makeInstant(kind, TRACK_GROUPS.caches, track, cycle, args)];
    }
    default:
      return [];
  }
}

function makeCounterEvents(signal: Signal, window: Window): TraceEvent[] {
  if (!COUNTER_SUFFIXES.some((name) => signal.name.endsWith(name))) return [];
  const before = signal.changes.findLast(({ cycle }) => cycle < window.first);
  const inside = signal.changes.filter(({ cycle }) => isInside(cycle, window));
  const start = before === undefined ? [] : [{ ...before, cycle: window.first }];
  return [...start, ...inside].map(({ cycle, value }) => ({
    ph: 'C',
    name: formatSignalPath(signal),
    pid: TRACK_GROUPS.packers,
    ts: toMicroseconds(cycle),
    args: { value: value ?? 0 },
  }));
}

function makeFindingEvents({ cycle, rule, observed, place }: Violation, window: Window): TraceEvent[] {
  if (!isInside(cycle, window)) return [];
  return [makeInstant(rule, TRACK_GROUPS.findings, 1, cycle, { observed, ...place })];
}
