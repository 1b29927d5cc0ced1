import type { MemoryIssued, MemoryPerformed } from '../../../transactions/index.js';
import type { ScreenGrid } from '../../evidence/geometry/screen-grid.js';
import { iterateCoveredAddresses } from '../../evidence/ledger/lane-addresses.js';
import type { AccessTraits } from '../../evidence/ledger/ordered-memory.js';
import type { DrawFacts, WaveRecord } from '../../kit.js';

/** Stride between a lane's consecutive addresses, and between its consecutive dwords of data. */
const DATA_STRIDE = 64;

/** What a lane stored at an address. */
type LaneStore = Readonly<{ wave: number; draw: DrawFacts; pixel: number; data: string }>;

/** The accesses that an instruction made outside sections. */
export class OutsideAccesses {
  readonly addresses = new Set<number>();
  private readonly inFlight = new Map<number, readonly (readonly [lane: number, address: number])[]>();
  private readonly stores = new Map<number, LaneStore>();
  private readonly columns = new Set<number>();
  private readonly rows = new Set<number>();
  private readonly pixels = new Set<number>();
  private isShared = false;
  private isOverwritten = false;

  constructor(
    readonly traits: AccessTraits,
    /** Number of bytes accessed at each address. */
    readonly bytes: number,
    private readonly grid: ScreenGrid,
  ) {}

  /**
   * Whether two waves of a draw stored different data for a pixel, so that what remains depends on their order, in words
   * that each belong to one pixel. As a program may index by x or y alone, that is proven only if two pixels in the same
   * row and two in the same column stored.
   */
  get dependOnOrder(): boolean {
    const { columns, rows, pixels } = this;
    return this.isOverwritten && !this.isShared && pixels.size > Math.max(columns.size, rows.size);
  }

  issue(wave: WaveRecord, t: MemoryIssued): void {
    const lanes = [...iterateCoveredAddresses(wave, t)];
    for (const [, address] of lanes) this.addresses.add(address);
    if (t.operation === 'store' && (t.texelsPerLane ?? 1) === 1 && wave.facts.ordered)
      this.inFlight.set(t.access, lanes);
  }

  perform({ facts, lanePixels }: WaveRecord, { wave, access, data }: MemoryPerformed): void {
    for (const [lane, address] of this.inFlight.get(access) ?? []) {
      const words = Array.from({ length: Math.ceil(this.bytes / 4) }, (_, w) => data[w * DATA_STRIDE + lane]);
      const pixel = this.grid.getLocation(lanePixels[lane]);
      const [x, y] = this.grid.getCoordinates(this.grid.getFirstPixel(pixel));
      this.columns.add(x);
      this.rows.add(y);
      this.pixels.add(pixel);
      const earlier = this.stores.get(address);
      this.stores.set(address, { wave, draw: facts, pixel, data: `${words}` });
      if (earlier === undefined) continue;
      if (earlier.pixel !== pixel) this.isShared = true;
      if (earlier.wave !== wave && earlier.draw === facts && earlier.data !== `${words}`)
        this.isOverwritten = true;
    }
    this.inFlight.delete(access);
  }
}
