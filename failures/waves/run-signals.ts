import type { Transaction, Violation } from '../../transactions/index.js';
import type { RunTimeline, WaveTimeline } from '../timeline/index.js';
import { type Signal, SignalCollector } from './vcd.js';

/** The scope that contains all signals. */
const TOP = 'pops';
/** The scope of the scoreboards' findings. */
const VERDICT = [TOP, 'verdict'];

/**
 * Collects a run's signals, grouped by unit (scan converter, packers, sequencer slots, export space, caches, memory),
 * along with the signals for the findings.
 */
export function collectSignals(timeline: RunTimeline, violations: readonly Violation[]): Signal[] {
  const collector = new SignalCollector();
  for (const wave of timeline.waves) addWaveSignals(collector, timeline, wave);
  const counts = new WorkCounters(collector);
  for (const transaction of timeline.transactions) {
    addUnitSignals(collector, transaction);
    counts.update(transaction);
  }
  for (const { cycle, rule, observed } of violations) {
    collector.set(VERDICT, 'rule', 'text', cycle, rule);
    collector.set(VERDICT, 'observed', 'text', cycle, observed);
  }
  return collector.all();
}

/** Returns the scope of a wave's slot, or undefined if the wave has no slot. */
export function getSlotScope({ slot, simd }: Pick<WaveTimeline, 'slot' | 'simd'>): string[] | undefined {
  return slot === undefined ? undefined : [TOP, 'sq', `simd${simd}`, `slot${slot}`];
}

/** Returns the scope of a packer. */
export function getPackerScope(packer: number): string[] {
  return [TOP, `packer${packer}`];
}

/** Returns the scope of the findings. */
export function getVerdictScope(): readonly string[] {
  return VERDICT;
}

/** Adds the signals of a wave's slot, from its launch to its release. */
function addWaveSignals(collector: SignalCollector, { last }: RunTimeline, wave: WaveTimeline): void {
  const scope = getSlotScope(wave);
  if (scope === undefined) return;
  const launched = wave.phases.find(({ state }) => state === 'loading')?.first ?? wave.phases[0]!.first;
  collector.set(scope, 'wave', 32, launched, wave.wave);
  for (const { state, first } of wave.phases)
    if (first >= launched) collector.set(scope, 'state', 'text', first, state);
  collector.set(scope, 'section', 1, launched, 0);
  for (const { state, first, last: end } of wave.phases) {
    if (state !== 'in-section') continue;
    collector.set(scope, 'section', 1, first, 1);
    collector.set(scope, 'section', 1, end, 0);
  }
  for (const t of wave.transactions) addInstructionSignals(collector, scope, t);
  const released = wave.transactions.find(
    (t) => t.kind === 'resource-released' || t.kind === 'background-released',
  );
  if (released === undefined || released.cycle > last) return;
  for (const [name, width] of [
    ['wave', 32],
    ['pc', 32],
    ['state', 'text'],
  ] as const)
    collector.set(scope, name, width, released.cycle, undefined);
}

function addInstructionSignals(collector: SignalCollector, scope: readonly string[], t: Transaction): void {
  if ('pc' in t && t.pc >= 0) collector.set(scope, 'pc', 32, t.cycle, t.pc);
  else if (t.kind === 'instructions-issued') collector.set(scope, 'pc', 32, t.cycle, t.first);
  if (t.kind === 'exiting-id-polled') collector.set(scope, 'polled_id', 32, t.cycle, t.id);
  if ('vm' in t)
    for (const counter of ['vm', 'vs', 'lgkm', 'exp'] as const)
      collector.set(scope, `${counter}cnt`, 16, t.cycle, t[counter]);
}

/** Adds the signals of units other than a wave's slot. */
function addUnitSignals(collector: SignalCollector, t: Transaction): void {
  const spi = [TOP, 'spi'];
  const memory = [TOP, 'memory'];
  switch (t.kind) {
    case 'primitive':
      collector.set([TOP, 'sc'], 'primitive', 32, t.cycle, t.primitive);
      return;
    case 'draw-begin':
      collector.set([TOP, 'sc'], 'draw', 32, t.cycle, t.draw);
      return;
    case 'wave-formed':
      collector.set(getPackerScope(t.packer), 'formed_wave', 32, t.cycle, t.wave);
      collector.set(getPackerScope(t.packer), 'formed_id', 32, t.cycle, t.id);
      collector.set(getPackerScope(t.packer), 'closed_by', 'text', t.cycle, t.reason);
      return;
    case 'section-exit':
      collector.set(getPackerScope(t.packer), 'counted_id', 32, t.cycle, t.id);
      collector.set(getPackerScope(t.packer), 'exited_wave', 32, t.cycle, t.wave);
      return;
    case 'exiting-id-visible':
      collector.set(getPackerScope(t.packer), 'visible_id', 32, t.cycle, t.id);
      return;
    case 'launch-refused':
    case 'background-refused':
      collector.set(spi, 'refused_wave', 32, t.cycle, t.wave);
      collector.set(spi, 'refusal_reason', 'text', t.cycle, t.resource);
      return;
    case 'wave-launched':
    case 'background-launched':
      collector.set(spi, `controller${t.controller}_wave`, 32, t.cycle, t.wave);
      collector.set(spi, `controller${t.controller}_wave`, 32, t.cycle + t.loadCycles, undefined);
      return;
    case 'export-granted':
      collector.set([TOP, 'exports'], `${t.type}${t.index}_wave`, 32, t.cycle, t.wave);
      collector.set([TOP, 'exports'], `${t.type}${t.index}_wave`, 32, t.cycle + 1, undefined);
      return;
    case 'memory-performed':
      collector.set(memory, `${t.level}_wave`, 32, t.cycle, t.wave);
      return;
    case 'line-filled':
      collector.set([TOP, `${t.cache}_${t.index}`], 'filled_line', 64, t.cycle, t.address);
      return;
    case 'line-invalidated':
      collector.set([TOP, `${t.cache}_${t.index}`], 'dropped_line', 64, t.cycle, t.address);
      collector.set([TOP, `${t.cache}_${t.index}`], 'dropped_by', 'text', t.cycle, t.by);
      return;
    default:
      return;
  }
}

/** Updates the signals that count work in progress. */
class WorkCounters {
  private readonly values = new Map<string, number>();

  constructor(private readonly collector: SignalCollector) {}

  update(t: Transaction): void {
    switch (t.kind) {
      case 'launch-requested':
      case 'background-formed':
        this.add([TOP, 'spi'], 'waiting_launches', t.cycle, 1);
        return;
      case 'wave-launched':
      case 'background-launched':
        this.add([TOP, 'spi'], 'waiting_launches', t.cycle, -1);
        return;
      case 'wave-formed':
        this.add(getPackerScope(t.packer), 'unfinished_waves', t.cycle, 1);
        return;
      case 'section-exit':
        this.add(getPackerScope(t.packer), 'unfinished_waves', t.cycle, -1);
        return;
      case 'sx-alloc':
      case 'sx-freed':
        if (t.packer >= 0)
          this.add([TOP, 'sx'], `packer${t.packer}_holders`, t.cycle, t.kind === 'sx-alloc' ? 1 : -1);
        return;
      case 'memory-issued':
        this.add([TOP, 'memory'], 'in_flight', t.cycle, 1);
        return;
      case 'memory-returned':
        this.add([TOP, 'memory'], 'in_flight', t.cycle, -1);
        return;
      case 'line-filled':
        this.add([TOP, `${t.cache}_${t.index}`], 'lines', t.cycle, 1);
        return;
      case 'line-invalidated':
        this.add([TOP, `${t.cache}_${t.index}`], 'lines', t.cycle, -1);
        return;
      default:
        return;
    }
  }

  private add(scope: readonly string[], name: string, cycle: number, delta: number): void {
    const key = [...scope, name].join('.');
    const value = Math.max(0, (this.values.get(key) ?? 0) + delta);
    this.values.set(key, value);
    this.collector.set(scope, name, 32, cycle, value);
  }
}
