import type { Gfx } from '../chips.js';
import type { MemoryRow, SampleArguments } from './rows/memory-row.js';

/** Codes of the image dimensions in instructions. Descriptors use the same codes plus 8. */
export const DIMENSION = {
  D1: 0,
  D2: 1,
  D3: 2,
  CUBE: 3,
  D1_ARRAY: 4,
  D2_ARRAY: 5,
  D2_MSAA: 6,
  D2_MSAA_ARRAY: 7,
} as const;

/** Number of coordinates that an access takes, by dimension code. */
const COORDINATES = [1, 2, 3, 3, 2, 3, 3, 4];
/** Number of coordinates that have derivatives, by dimension code. */
const SPATIAL = [1, 2, 3, 2, 1, 2, 2, 2];

/** Returns the number of coordinates that have derivatives in a dimension. */
export function countSpatialCoordinates(dimension: number): number {
  return SPATIAL[dimension];
}

/** Where an address value is stored: in an address register, or in half of one. */
export interface AddressLocation {
  /** What `place` returns for the register; by default, its index among the address registers. */
  readonly register: number;
  readonly part: 'whole' | 'low' | 'high';
}

/** Locations of an image instruction's address values. */
export interface ImageAddresses {
  readonly offset?: AddressLocation;
  readonly bias?: AddressLocation;
  readonly reference?: AddressLocation;
  /** Horizontal derivatives of the spatial coordinates. */
  readonly right: readonly AddressLocation[];
  /** Vertical derivatives of the spatial coordinates. */
  readonly down: readonly AddressLocation[];
  readonly coordinates: readonly AddressLocation[];
  /** The mip level, or the minimum level. */
  readonly levelOperand?: AddressLocation;
  /** Number of address registers. */
  readonly registers: number;
}

const NO_ARGUMENTS: SampleArguments = {
  hasOffset: false,
  hasBias: false,
  hasReference: false,
  derivatives: 'none',
  level: 'zero',
  hasClamp: false,
};

/** Allocates consecutive registers. `place` returns the location of each. */
class RegisterAllocator {
  next = 0;

  constructor(private readonly place: (register: number) => number) {}

  allocate(): AddressLocation {
    return { register: this.place(this.next++), part: 'whole' };
  }

  /** Allocates `count` values, two per register if packed. */
  allocateMany(count: number, packed: boolean): AddressLocation[] {
    if (!packed) return Array.from({ length: count }, () => this.allocate());
    const first = this.next;
    this.next += Math.ceil(count / 2);
    return Array.from({ length: count }, (_, i) => ({
      register: this.place(first + (i >> 1)),
      part: (i & 1) === 0 ? 'low' : 'high',
    }));
  }
}

/**
 * Returns where an image instruction with the given dimension finds its address values.
 *
 * @param packed the A16 bit, which makes coordinates, level and bias 16 bits wide. On GFX9, which has no separate bit
 * for derivatives, they are 16 bits wide too.
 * @param place maps the index of an address register to its location
 */
export function allocateImageAddresses(
  row: MemoryRow,
  dimension: number,
  packed: boolean,
  gfx: Gfx,
  place: (register: number) => number = (register) => register,
): ImageAddresses {
  const registers = new RegisterAllocator(place);
  const { hasOffset, hasBias, hasReference, derivatives, level, hasClamp } = row.sample ?? NO_ARGUMENTS;
  const hasHalfDerivatives = derivatives === 'half' || (packed && gfx === 'gfx9');
  const spatialCount = derivatives === 'none' ? 0 : SPATIAL[dimension];
  const hasLevel = level === 'explicit' || hasClamp || row.takesLevel === true || row.query === 'size';
  const count = row.query === 'size' ? 0 : COORDINATES[dimension];
  const leading = {
    ...(hasOffset ? { offset: registers.allocate() } : {}),
    ...(hasBias ? { bias: registers.allocateMany(1, packed)[0] } : {}),
    ...(hasReference ? { reference: registers.allocate() } : {}),
    right: registers.allocateMany(spatialCount, hasHalfDerivatives),
    down: registers.allocateMany(spatialCount, hasHalfDerivatives),
  };
  const values = registers.allocateMany(count + (hasLevel ? 1 : 0), packed);
  return {
    ...leading,
    coordinates: values.slice(0, count),
    ...(hasLevel ? { levelOperand: values[count] } : {}),
    registers: registers.next,
  };
}
