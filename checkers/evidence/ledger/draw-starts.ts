import type { Handlers } from '../basics/handlers.js';
import type { WaveLedger } from './waves.js';

/** Records when each draw first appeared: at its `draw-begin` transaction or, if there is none, at its first wave. */
export class DrawStarts {
  private readonly cycles = new Map<number, number>();

  constructor(private readonly waves: WaveLedger) {}

  /** The cycle in which each draw first appeared, by draw number. */
  get all(): ReadonlyMap<number, number> {
    return this.cycles;
  }

  readonly on: Handlers = {
    'draw-begin': (t) => this.record(t.draw, t.cycle),
    'wave-formed': (t) => {
      const draw = this.waves.find(t.wave)?.facts.index;
      if (draw !== undefined) this.record(draw, t.cycle);
    },
  };

  private record(draw: number, cycle: number): void {
    if (!this.cycles.has(draw)) this.cycles.set(draw, cycle);
  }
}
