import type { MemoryIssued } from '../../../transactions/index.js';
import { iterateCoveredAddresses } from '../../evidence/ledger/lane-addresses.js';
import { getOrCreate, type WaveRecord } from '../../kit.js';

/**
 * Tracks which of a wave's lanes last stored to each address in multisampled draws. With per-sample shading, the
 * invocations of a fragment run in separate lanes, and no interlock orders them.
 */
export class SiblingStores {
  private readonly writers = new WeakMap<WaveRecord, Map<number, number>>();

  /** Records a store or an atomic. */
  record(wave: WaveRecord, t: MemoryIssued): void {
    if (wave.facts.draw.samples === 1) return;
    const writers = getOrCreate(this.writers, wave, () => new Map());
    for (const [lane, address] of iterateCoveredAddresses(wave, t)) writers.set(address, lane);
  }

  /** Returns whether a load reads a value stored by a lane that shades another sample of the same fragment. */
  readsSiblingStore(wave: WaveRecord, t: MemoryIssued): boolean {
    const writers = this.writers.get(wave);
    if (writers === undefined) return false;
    for (const [lane, address] of iterateCoveredAddresses(wave, t)) {
      const writer = writers.get(address);
      if (writer !== undefined && writer !== lane && areSiblings(wave, writer, lane)) return true;
    }
    return false;
  }
}

/** Returns whether two lanes shade the same fragment. */
function areSiblings(wave: WaveRecord, a: number, b: number): boolean {
  return wave.lanePixels[a] === wave.lanePixels[b] && wave.getPrimitive(a >> 2) === wave.getPrimitive(b >> 2);
}
