import type { MemoryRow } from './rows/row.js';

/** Coordinates that a plain access takes in each dimension, by its code. */
const COORDINATES = [1, 2, 3, 3, 2, 3, 3, 4];
/** Those of them that have derivatives. */
const SPATIAL = [1, 2, 3, 2, 1, 2, 2, 2];

export const DIMENSION_2D = 1;

/** Address registers of an image instruction, in groups as they follow each other. */
export interface ImageAddresses {
  /** Offset, bias, reference value and derivatives. */
  readonly before: number;
  readonly coordinates: number;
  /** Level or least level. */
  readonly after: number;
}

/** Which address values an image instruction takes in a dimension, one register each unless they are packed. */
export function imageAddresses(row: MemoryRow, dimension: number): ImageAddresses {
  if (row.isQuery) return { before: 0, coordinates: 0, after: 1 };
  const { before, derivatives, after } = row.sample ?? { before: 0, derivatives: false, after: 0 };
  return {
    before: before + (derivatives ? 2 * SPATIAL[dimension] : 0),
    coordinates: COORDINATES[dimension],
    after: after + (row.namesLevel ? 1 : 0),
  };
}
