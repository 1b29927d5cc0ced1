import { isDataShare } from '../../../arch/index.js';
import type { MemoryIssued, MemoryPerformed } from '../../../transactions/index.js';
import { CurrentResult } from '../basics/current-result.js';
import type { Handlers } from '../basics/handlers.js';
import { NumberMap } from '../basics/number-map.js';
import { LANES_PER_WORD } from '../basics/words.js';
import { getInstructionAt } from '../program/programs.js';
import { AccessRecord, QUADS_PER_WAVE } from './access-record.js';
import type { AccessTraits, OrderedMemory } from './ordered-memory.js';
import { NEVER, type WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

/** Number of addresses between a lane's consecutive texels. */
const DATA_STRIDE = 64;

/** Tracks outstanding accesses and the overlap units that each one holds. */
export class AccessLedger {
  /** The access that the current transaction issues or performs. */
  readonly current = new CurrentResult<MemoryIssued | MemoryPerformed, AccessRecord>();
  private readonly inFlight = new NumberMap<AccessRecord>();
  private readonly pool: AccessRecord[] = [];

  constructor(
    private readonly waves: WaveLedger,
    private readonly ordered: OrderedMemory,
  ) {}

  /** Returns a wave's accesses that have been issued but not yet performed, oldest first. */
  getOutstanding(wave: WaveRecord): readonly AccessRecord[] {
    return wave.pending.filter((record) => this.inFlight.get(record.id) === record);
  }

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const wave = this.waves.find(t.wave);
      this.current.set(t, wave === undefined ? undefined : this.issue(t, wave));
    },
    'memory-performed': (t) => {
      const record = this.inFlight.delete(t.access);
      this.current.set(t, record);
      if (record === undefined) return;
      record.isPerformed = true;
      if (record.isOrdered) {
        record.wave.orderedOutstanding--;
        record.wave.lastOrderedCycle = t.cycle;
      }
      if (record.isCovered) this.retire(record.wave);
    },
  };

  /** Recycles the records of accesses that have been performed and waited for. */
  retire(wave: WaveRecord): void {
    const { pending } = wave;
    let keptCount = 0;
    for (let i = 0; i < pending.length; i++) {
      const record = pending[i];
      if (record.isPerformed && record.isCovered) this.pool.push(record);
      else pending[keptCount++] = record;
    }
    while (pending.length > keptCount) pending.pop();
  }

  private issue(t: MemoryIssued, wave: WaveRecord): AccessRecord {
    const record = this.pool.pop() ?? new AccessRecord();
    record.id = t.access;
    record.wave = wave;
    record.pc = t.pc;
    record.cycle = t.cycle;
    record.operation = t.operation;
    record.counter = t.counter;
    record.space = t.space;
    record.instruction = getInstructionAt(wave.facts.decoded, t.pc);
    record.isPerformed = false;
    record.isCovered = false;
    record.unitCount = 0;
    record.isOrdered = wave.facts.interlocked && !isDataShare(t.space) && this.isOrdered(t, wave, record);
    this.inFlight.set(t.access, record);
    if (t.space !== 'scalar') {
      wave.accessLanesLo = t.lanesLo;
      wave.accessLanesHi = t.lanesHi;
    }
    wave.pending.push(record);
    if (record.isOrdered) {
      wave.orderedOutstanding++;
      if (wave.firstOrderedCycle === NEVER) wave.firstOrderedCycle = t.cycle;
    }
    return record;
  }

  private isOrdered(t: MemoryIssued, wave: WaveRecord, record: AccessRecord): boolean {
    if (!this.ordered.hasOrdered) return false;
    const traits = this.ordered.getTraits(wave.facts, record.instruction, t);
    return t.space === 'scalar'
      ? this.ordered.touchesOrdered(t.addresses[0], t.bytes, traits)
      : this.addOrderedLanes(t, wave, record, traits);
  }

  /**
   * Adds the overlap units of all lanes that access ordered memory to the record, and returns whether there are any
   * such lanes. Only covered lanes count, since helpers access memory that the wave does not own.
   */
  private addOrderedLanes(t: MemoryIssued, wave: WaveRecord, record: AccessRecord, traits: AccessTraits) {
    let hasOrderedLane = false;
    for (let half = 0; half < wave.lanePixels.length; half += LANES_PER_WORD) {
      let remaining = half === 0 ? t.lanesLo : t.lanesHi;
      while (remaining !== 0) {
        const lane = half + 31 - Math.clz32(remaining & -remaining);
        remaining &= remaining - 1;
        if (wave.lanePixels[lane] < 0 || !this.accessesOrdered(t, lane, traits)) continue;
        hasOrderedLane = true;
        this.addUnits(wave, lane, record);
      }
    }
    return hasOrderedLane;
  }

  /** Whether any byte of a lane's texels is in ordered memory. Also records what the access reveals about its words. */
  private accessesOrdered(
    { addresses, bytes, texelsPerLane = 1 }: MemoryIssued,
    lane: number,
    traits: AccessTraits,
  ): boolean {
    let isOrdered = false;
    for (let texel = 0; texel < texelsPerLane; texel++) {
      const address = addresses[texel * DATA_STRIDE + lane];
      isOrdered ||= this.ordered.touchesOrdered(address, bytes, traits);
      this.ordered.recordAccess(address, bytes, traits);
    }
    return isOrdered;
  }

  private addUnits(wave: WaveRecord, lane: number, record: AccessRecord): void {
    const key = wave.order * QUADS_PER_WAVE + (lane >> 2);
    const { units, unitStarts } = wave.held;
    for (let i = unitStarts[lane]; i < unitStarts[lane + 1]; i++) record.addUnit(units[i], key);
  }
}
