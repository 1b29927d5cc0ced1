import { assert } from './kernel/assert.js';
import { RecordPool } from './kernel/record-pool.js';
import type { Group } from './spi/background/group.js';
import type { DrawPlan } from './spi/draw-plan.js';
import { Wave } from './wave.js';

/** Pools wave records. A record is reused once nothing more can arrive for its wave. */
export class WaveRecords {
  private readonly records = new RecordPool((index) => new Wave(index));

  /** Returns the record with the given index. Events refer to records by index. */
  at(index: number): Wave {
    return this.records.at(index);
  }

  /** Returns a reset record for the packer's next wave. */
  make(packer: number, sequence: number, plan: DrawPlan): Wave {
    assert(sequence >= 0, 'a packer numbers its waves from 0');
    const wave = this.take();
    wave.reset(packer, sequence, plan);
    return wave;
  }

  /** Returns a reset record for a wave of a background group. */
  makeBackground(group: Group): Wave {
    const wave = this.take();
    wave.resetBackground(group);
    return wave;
  }

  /** Frees the record of a drained, retired wave unless its exit, ready flag, or export space is still pending. */
  recycle(wave: Wave): void {
    if (!isFinished(wave)) return;
    assert(wave.ended, 'only the record of an ended wave is freed');
    this.records.release(wave);
  }

  /** Whether all records are free, except those of waves for which something can still arrive. */
  get allFree(): boolean {
    return this.records.used.every((wave) => !isFinished(wave));
  }

  private take(): Wave {
    const wave = this.records.take();
    if (wave.work !== undefined) assertUnused(wave);
    return wave;
  }
}

/** Whether nothing more can arrive for the wave. */
function isFinished({ drained, retired, exports, section }: Wave): boolean {
  if (!drained || !retired || exports.awaitsSpace || section.exitsInFlight > 0) return false;
  return exports.ready || !exports.readyScheduled;
}

function assertUnused({ drained, retired, counters, section, overlap, exports }: Wave): void {
  assert(drained && retired, 'a reused record is free');
  assert(
    counters.every((count) => count === 0),
    'a reused record has no outstanding operations',
  );
  assert(section.exitsInFlight === 0, 'no exit is in flight for a reused record');
  assert(overlap.dependents.length === 0, 'no wave waits for a reused record');
  assert(!exports.awaitsSpace, 'a reused record is not waiting for space');
}
