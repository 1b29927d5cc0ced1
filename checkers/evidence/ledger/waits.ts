import type { CounterName, Gfx, Instruction } from '../../../arch/index.js';
import { COUNTER_NAMES, NO_LIMIT } from '../../../arch/index.js';
import type { Owner } from '../basics/dispatch.js';
import { returnsOutOfOrder } from '../program/certain-registers.js';
import { getInstructionAt } from '../program/programs.js';
import type { AccessRecord } from './access-record.js';
import type { AccessLedger } from './accesses.js';
import type { WaveRecord } from './wave-record.js';

/**
 * Tracks which accesses a wave's counter waits cover. The thresholds are taken from the program, at the pc of each wait
 * that ended. A wait for n covers all but the newest n accesses of each kind on its counter, since the kinds return
 * independently of each other. Scalar accesses, and flat ones on GFX9, return out of order, so only a wait for 0 covers
 * them.
 */
export class WaitLedger {
  constructor(
    private readonly accesses: AccessLedger,
    private readonly gfx: Gfx,
  ) {}

  readonly on: Owner<WaveRecord> = {
    onWave: {
      'wait-done': (wave, t) => {
        if (wave.pending.length === 0) return;
        const instruction = getInstructionAt(wave.facts.decoded, t.pc);
        if (instruction !== undefined) this.recordEnd(wave, instruction);
      },
    },
  };

  /** Records the end of a wave's wait. */
  recordEnd(wave: WaveRecord, { limits }: Instruction): void {
    if (limits === undefined) return;
    for (let i = 0; i < limits.length; i++) {
      if (limits[i] === 0) coverAll(wave, COUNTER_NAMES[i]);
      else if (limits[i] !== NO_LIMIT) this.coverOlder(wave, COUNTER_NAMES[i], limits[i]);
    }
    this.accesses.retire(wave);
  }

  /** Covers all but the newest `limit` accesses of each kind, except those that may return out of order. */
  private coverOlder(wave: WaveRecord, counter: CounterName, limit: number): void {
    const newerCounts = { lds: 0, gds: 0, other: 0 };
    for (let i = wave.pending.length - 1; i >= 0; i--) {
      const record = wave.pending[i];
      if (record.counter !== counter) continue;
      const kind = getKind(record);
      if (newerCounts[kind] >= limit && !returnsOutOfOrder(this.gfx, record.space)) record.isCovered = true;
      newerCounts[kind]++;
    }
  }
}

function coverAll({ pending }: WaveRecord, counter: CounterName): void {
  for (const record of pending) if (record.counter === counter) record.isCovered = true;
}

/** Returns the kind of an access. Accesses of the same kind on the same counter return in order. */
function getKind({ space }: AccessRecord): 'lds' | 'gds' | 'other' {
  return space === 'lds' || space === 'gds' ? space : 'other';
}
