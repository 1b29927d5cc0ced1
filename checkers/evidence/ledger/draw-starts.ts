import type { Owner } from '../basics/dispatch.js';
import type { WaveRecord } from './wave-record.js';

/** Records when each draw first appeared: at its `draw-begin` transaction or, if there is none, at its first wave. */
export class DrawStarts {
  private readonly cycles = new Map<number, number>();

  /** The cycle in which each draw first appeared, by draw number. */
  get all(): ReadonlyMap<number, number> {
    return this.cycles;
  }

  readonly on: Owner<WaveRecord> = {
    'draw-begin': (t) => this.record(t.draw, t.cycle),
    onWave: { 'wave-formed': (wave, t) => this.record(wave.facts.index, t.cycle) },
  };

  private record(draw: number, cycle: number): void {
    if (!this.cycles.has(draw)) this.cycles.set(draw, cycle);
  }
}
