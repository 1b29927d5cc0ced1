import type { Freedoms } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';

/** Which packer owns a pixel: a pure function of position, so all fragments of a pixel go to one packer (P-059). */
export type RegionMap = (x: number, y: number) => number;

/**
 * The map given by the knobs `packers`, `regionSize` and `regionMap`. Regions hold whole coarse quads: their size is a
 * multiple of `granule`.
 */
export function makeRegionMap(freedoms: Freedoms, granule: number): RegionMap {
  const { packers, regionMap } = freedoms;
  const regionSize = Math.ceil(freedoms.regionSize / granule) * granule;
  if (regionMap === setting('regionMap', 'stripes')) return (_x, y) => Math.floor(y / regionSize) % packers;
  return (x, y) => (Math.floor(x / regionSize) + Math.floor(y / regionSize)) % packers;
}
