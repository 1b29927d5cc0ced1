import type { DrawPlan } from './spi/draw-plan.js';
import { Wave } from './wave.js';

/** Records of waves, reused once nothing can come for the wave any more. */
export class WaveRecords {
  private readonly records: Wave[] = [];
  private readonly free: Wave[] = [];

  /** The record that events name by `index`. */
  at(index: number): Wave {
    return this.records[index];
  }

  /** A fresh record for the wave that the packer forms next. */
  make(packer: number, sequence: number, plan: DrawPlan): Wave {
    let wave = this.free.pop();
    if (wave === undefined) {
      wave = new Wave(this.records.length);
      this.records.push(wave);
    }
    wave.reset(packer, sequence, plan);
    return wave;
  }

  /** Frees a record, unless something is still on its way to the wave: an exit, a ready flag, export space. */
  recycle(wave: Wave): void {
    const readyOnTheWay = wave.exportReadyScheduled && !wave.exportReady;
    if (!wave.drained || !wave.retired || wave.awaitsExportSpace || readyOnTheWay) return;
    this.free.push(wave);
  }
}
