import type { MemoryIssued } from '../../../transactions/index.js';
import { hasLane } from '../../evidence/basics/lanes.js';
import type { ScreenGrid } from '../../evidence/geometry/screen-grid.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';

/**
 * Determines whether each word of an object belongs to one pixel, so a section could order the object. This is
 * considered proven only if two pixels of a row and two of a column accessed the object, since a program may
 * address by x or y alone.
 */
export class WordOwners {
  private readonly pixels = new Map<number, number>();
  private readonly columns = new Map<number, number>();
  private readonly rows = new Map<number, number>();
  private isShared = false;
  private hasRow = false;
  private hasColumn = false;

  constructor(private readonly grid: Pick<ScreenGrid, 'getLocation' | 'getCoordinates' | 'getFirstPixel'>) {}

  /** Records an access. */
  record({ lanePixels }: Pick<WaveRecord, 'lanePixels'>, t: MemoryIssued): void {
    for (let lane = 0; lane < lanePixels.length && !this.isShared; lane++) {
      const address = t.addresses[lane]!;
      if (!hasLane(t.lanesLo, t.lanesHi, lane) || !(lanePixels[lane]! >= 0) || address < 0) continue;
      const location = this.grid.getLocation(lanePixels[lane]!);
      const [x, y] = this.grid.getCoordinates(this.grid.getFirstPixel(location));
      if (hasDifferentValue(this.pixels, address, location)) this.isShared = true;
      if (hasDifferentValue(this.columns, x, location)) this.hasColumn = true;
      if (hasDifferentValue(this.rows, y, location)) this.hasRow = true;
    }
  }

  /** Whether a section could have ordered every word, since each belongs to one pixel. */
  get eachHasOnePixel(): boolean {
    return !this.isShared && this.hasRow && this.hasColumn;
  }
}

/** Whether a key already has another value. Keeps the first value. */
function hasDifferentValue(firstValues: Map<number, number>, key: number, value: number): boolean {
  const first = firstValues.get(key);
  if (first === undefined) firstValues.set(key, value);
  return first !== undefined && first !== value;
}
