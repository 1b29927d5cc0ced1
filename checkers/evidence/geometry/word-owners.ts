import type { MemoryIssued } from '../../../transactions/index.js';
import { hasLane } from '../basics/words.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { ScreenGrid } from './screen-grid.js';

/**
 * Determines whether each word of an object belongs to one pixel, in which case the object could have been ordered
 * by a section. This counts as proven only if two pixels in the same row and two in the same column accessed the
 * object, because a program may index by x or y alone.
 */
export class WordOwners {
  private readonly pixels = new Map<number, number>();
  private readonly columns = new Map<number, number>();
  private readonly rows = new Map<number, number>();
  private isShared = false;
  private hasRow = false;
  private hasColumn = false;

  constructor(private readonly grid: Pick<ScreenGrid, 'getLocation' | 'getCoordinates' | 'getFirstPixel'>) {}

  record({ lanePixels }: Pick<WaveRecord, 'lanePixels'>, t: MemoryIssued): void {
    for (let lane = 0; lane < lanePixels.length && !this.isShared; lane++) {
      const address = t.addresses[lane]!;
      if (!hasLane(t.lanesLo, t.lanesHi, lane) || !(lanePixels[lane]! >= 0) || address < 0) continue;
      const location = this.grid.getLocation(lanePixels[lane]!);
      const [x, y] = this.grid.getCoordinates(this.grid.getFirstPixel(location));
      if (storeOrCompare(this.pixels, address, location)) this.isShared = true;
      if (storeOrCompare(this.columns, x, location)) this.hasColumn = true;
      if (storeOrCompare(this.rows, y, location)) this.hasRow = true;
    }
  }

  /** Whether every word belongs to one pixel, so the object could have been ordered by a section. */
  get hasOnePixelPerWord(): boolean {
    return !this.isShared && this.hasRow && this.hasColumn;
  }
}

/** Stores the value if the key is new; otherwise, returns whether the stored value differs. */
function storeOrCompare(firstValues: Map<number, number>, key: number, value: number): boolean {
  const first = firstValues.get(key);
  if (first === undefined) firstValues.set(key, value);
  return first !== undefined && first !== value;
}
