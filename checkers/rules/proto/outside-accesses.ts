import type { MemoryIssued, MemoryPerformed } from '../../../transactions/index.js';
import { WordOwners } from '../../evidence/geometry/word-owners.js';
import type { AccessTraits } from '../../evidence/ledger/ordered-memory.js';
import type { DrawFacts, Ledgers, WaveRecord } from '../../kit.js';
import { hasLane } from '../../kit.js';

/** Stride between a lane's consecutive addresses, and between its consecutive dwords of data. */
const DATA_STRIDE = 64;

/** What a lane stored at an address. */
interface LaneStore {
  readonly wave: number;
  readonly draw: DrawFacts;
  readonly pixel: number;
  readonly data: string;
}

/** The accesses that an instruction made outside sections. */
export class OutsideAccesses {
  readonly addresses = new Set<number>();
  private readonly owners: WordOwners;
  private readonly inFlight = new Map<number, readonly (readonly [lane: number, address: number])[]>();
  private readonly stores = new Map<number, LaneStore>();
  private isOverwritten = false;

  constructor(
    readonly traits: AccessTraits,
    /** Number of bytes accessed at each address. */
    readonly bytes: number,
    { grid }: Pick<Ledgers, 'grid'>,
  ) {
    this.owners = new WordOwners(grid);
  }

  /**
   * Whether two waves of a draw stored different data for a pixel, in words that each belong to one pixel. What remains
   * then depends on the order of the waves.
   */
  get dependOnOrder(): boolean {
    return this.isOverwritten && this.owners.hasOnePixelPerWord;
  }

  issue(wave: WaveRecord, t: MemoryIssued): void {
    const { lanesLo, lanesHi, addresses, texelsPerLane = 1 } = t;
    const lanes: (readonly [number, number])[] = [];
    for (let lane = 0; lane < DATA_STRIDE; lane++) {
      if (!hasLane(lanesLo, lanesHi, lane) || !(wave.lanePixels[lane] >= 0)) continue;
      for (let texel = 0; texel < texelsPerLane; texel++) {
        const address = addresses[texel * DATA_STRIDE + lane];
        if (address < 0) continue;
        this.addresses.add(address);
        lanes.push([lane, address]);
      }
    }
    if (t.operation !== 'store' || texelsPerLane > 1) return;
    this.owners.record(wave, t);
    this.inFlight.set(t.access, lanes);
  }

  perform({ facts, lanePixels }: WaveRecord, { wave, access, data }: MemoryPerformed): void {
    for (const [lane, address] of this.inFlight.get(access) ?? []) {
      const words = Array.from({ length: Math.ceil(this.bytes / 4) }, (_, w) => data[w * DATA_STRIDE + lane]);
      const store = { wave, draw: facts, pixel: lanePixels[lane], data: `${words}` };
      const earlier = this.stores.get(address);
      this.stores.set(address, store);
      if (earlier === undefined || earlier.wave === wave || earlier.draw !== facts) continue;
      if (earlier.pixel === store.pixel && earlier.data !== store.data) this.isOverwritten = true;
    }
    this.inFlight.delete(access);
  }
}
