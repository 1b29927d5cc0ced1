import type { ShadingRate } from './shading-rate.js';

/** Gathers the covered samples of one primitive's fine pixels into coarse fragments. */
export class FragmentSet {
  /** Fragment masks, keyed by top-left pixel: x in the lower 16 bits, y in the upper 16. */
  private readonly masks = new Map<number, number>();

  constructor(
    private readonly rate: ShadingRate,
    private readonly samples: number,
  ) {}

  /** Adds the samples of pixel (x, y). */
  add(x: number, y: number, mask: number): void {
    if (mask === 0) return;
    const left = (x >> this.rate.x) << this.rate.x;
    const top = (y >> this.rate.y) << this.rate.y;
    const finePixel = ((y - top) << this.rate.x) + (x - left);
    const key = left | (top << 16);
    this.masks.set(key, (this.masks.get(key) ?? 0) | (mask << (finePixel * this.samples)));
  }

  /** Returns the covered samples of the fragment whose top-left pixel is (x, y). */
  getMask(x: number, y: number): number {
    return this.masks.get(x | (y << 16)) ?? 0;
  }

  /** Calls `visit` for each fragment that has a covered sample. */
  visit(visit: (x: number, y: number, mask: number) => void): void {
    for (const [key, mask] of this.masks) visit(key & 0xffff, key >>> 16, mask);
  }
}
