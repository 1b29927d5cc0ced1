import type {
  ExitingIdVisible,
  SectionExit,
  Transaction,
  Violation,
  WaveFormed,
} from '../../transactions/index.js';
import type { RunTimeline, WaveTimeline } from '../timeline/run-timeline.js';
import { type Signal, SignalCollector } from './vcd.js';

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
  const units = new UnitSignals(collector);
  for (const transaction of timeline.transactions) units.update(transaction);
  for (const { cycle, rule, observed } of violations) {
    collector.set(VERDICT, 'rule', 'text', cycle, rule);
    collector.set(VERDICT, 'observed', 'text', cycle, observed);
  }
  return collector.all();
}

function addWaveSignals(collector: SignalCollector, { last }: RunTimeline, wave: WaveTimeline): void {
  const { slot, simd } = wave;
  if (slot === undefined) return;
  const scope = [TOP, 'sq', `simd${simd}`, `slot${slot}`];
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

/** Updates the signals of units other than a wave's slot, including those that count work in progress. */
class UnitSignals {
  private readonly counts = new Map<string, number>();
  private cycle = 0;

  constructor(private readonly collector: SignalCollector) {}

  update(t: Transaction): void {
    this.cycle = t.cycle;
    switch (t.kind) {
      case 'primitive':
        this.set('sc', 'primitive', t.primitive);
        break;
      case 'draw-begin':
        this.set('sc', 'draw', t.draw);
        break;
      case 'wave-formed':
      case 'section-exit':
      case 'exiting-id-visible':
        this.updatePacker(t, `packer${t.packer}`);
        break;
      case 'launch-requested':
      case 'background-formed':
        this.add('spi', 'waiting_launches', 1);
        break;
      case 'launch-refused':
      case 'background-refused':
        this.set('spi', 'refused_wave', t.wave);
        this.set('spi', 'refusal_reason', t.resource, 'text');
        break;
      case 'wave-launched':
      case 'background-launched':
        this.add('spi', 'waiting_launches', -1);
        this.setFor('spi', `controller${t.controller}_wave`, t.wave, t.loadCycles);
        break;
      case 'sx-alloc':
      case 'sx-freed':
        if (t.packer >= 0) this.add('sx', `packer${t.packer}_holders`, t.kind === 'sx-alloc' ? 1 : -1);
        break;
      case 'export-granted':
        this.setFor('exports', `${t.type}${t.index}_wave`, t.wave, 1);
        break;
      case 'memory-issued':
        this.add('memory', 'in_flight', 1);
        break;
      case 'memory-performed':
        this.set('memory', `${t.level}_wave`, t.wave);
        break;
      case 'memory-returned':
        this.add('memory', 'in_flight', -1);
        break;
      case 'line-filled':
        this.set(`${t.cache}_${t.index}`, 'filled_line', t.address, 64);
        this.add(`${t.cache}_${t.index}`, 'lines', 1);
        break;
      case 'line-invalidated':
        this.set(`${t.cache}_${t.index}`, 'dropped_line', t.address, 64);
        this.set(`${t.cache}_${t.index}`, 'dropped_by', t.by, 'text');
        this.add(`${t.cache}_${t.index}`, 'lines', -1);
        break;
      default:
        break;
    }
  }

  private updatePacker(t: WaveFormed | SectionExit | ExitingIdVisible, packer: string): void {
    if (t.kind === 'exiting-id-visible') {
      this.set(packer, 'visible_id', t.id);
      return;
    }
    const isFormed = t.kind === 'wave-formed';
    this.set(packer, isFormed ? 'formed_wave' : 'exited_wave', t.wave);
    this.set(packer, isFormed ? 'formed_id' : 'counted_id', t.id);
    if (isFormed) this.set(packer, 'closed_by', t.reason, 'text');
    this.add(packer, 'unfinished_waves', isFormed ? 1 : -1);
  }

  private set(unit: string, name: string, value: number | string, width: Signal['width'] = 32): void {
    this.collector.set([TOP, unit], name, width, this.cycle, value);
  }

  private setFor(unit: string, name: string, wave: number, cycles: number): void {
    this.set(unit, name, wave);
    this.collector.set([TOP, unit], name, 32, this.cycle + cycles, undefined);
  }

  private add(unit: string, name: string, delta: number): void {
    const count = Math.max(0, (this.counts.get(`${unit}.${name}`) ?? 0) + delta);
    this.counts.set(`${unit}.${name}`, count);
    this.set(unit, name, count);
  }
}
