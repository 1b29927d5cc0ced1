import type { Handlers } from '../basics/handlers.js';
import type { WaveLedger } from './waves.js';

/** When each draw was first heard of: by its own transaction, or by its first wave where a stream has none. */
export class DrawStarts {
  private readonly cycles = new Map<number, number>();

  constructor(private readonly waves: WaveLedger) {}

  /** Cycle by number of the draw; draws that never came are not in it. */
  get all(): ReadonlyMap<number, number> {
    return this.cycles;
  }

  readonly on: Handlers = {
    'draw-begin': (t) => this.note(t.draw, t.cycle),
    'wave-formed': (t) => {
      const draw = this.waves.find(t.wave)?.facts.index;
      if (draw !== undefined) this.note(draw, t.cycle);
    },
  };

  private note(draw: number, cycle: number): void {
    if (!this.cycles.has(draw)) this.cycles.set(draw, cycle);
  }
}
