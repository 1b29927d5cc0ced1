import type { FieldRules } from './fingerprint/field-rule.js';
import { assert } from './kernel/assert.js';
import type { Group } from './spi/background/group.js';
import type { DrawPlan } from './spi/draw-plan.js';
import { Wave } from './wave.js';

/** Pools wave records. A record is reused once nothing more can arrive for its wave. */
export class WaveRecords {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<WaveRecords> = {
    free: { excluded: 'record indices; records are reset before reuse' },
    records: {
      reason: 'waves are identified by packer and sequence number, regardless of which record they use',
      write: (records: readonly Wave[], walk, owner) => {
        const free = new Set(owner.free);
        const used = records.filter((wave) => !free.has(wave));
        used.sort((a, b) => a.packer - b.packer || a.sequence - b.sequence);
        walk.hash.addWord(used.length);
        for (const wave of used) walk.addFields(wave);
      },
    },
  };

  private readonly records: Wave[] = [];
  private readonly free: Wave[] = [];

  /** Returns the record with the given index. Events refer to records by index. */
  at(index: number): Wave {
    assert(index < this.records.length, "the event's record exists");
    return this.records[index];
  }

  /** Returns a reset record for the packer's next wave. */
  make(packer: number, sequence: number, plan: DrawPlan): Wave {
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
    assert(!this.free.includes(wave), 'a record is freed only once');
    assert(wave.ended, 'only the record of an ended wave is freed');
    this.free.push(wave);
  }

  /** Whether all records are free, except those of waves for which something can still arrive. */
  get allFree(): boolean {
    const free = new Set(this.free);
    return this.records.every((wave) => free.has(wave) || !isFinished(wave));
  }

  private take(): Wave {
    const free = this.free.pop();
    if (free !== undefined) {
      assertUnused(free);
      return free;
    }
    const wave = new Wave(this.records.length);
    this.records.push(wave);
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
