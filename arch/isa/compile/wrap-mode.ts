/** Codes of a sampler's wrap modes. */
export const WRAP_MODE = {
  REPEAT: 0,
  MIRROR: 1,
  LAST_TEXEL: 2,
  MIRROR_ONCE_LAST_TEXEL: 3,
  HALF_BORDER: 4,
  MIRROR_ONCE_HALF_BORDER: 5,
  BORDER: 6,
  MIRROR_ONCE_BORDER: 7,
} as const;

/** Coordinate within one period, if the mode has one; there, infinities and NaN count as 0. */
function withinPeriod(mode: number, coordinate: number): number {
  if (mode !== WRAP_MODE.REPEAT && mode !== WRAP_MODE.MIRROR) return coordinate;
  if (!Number.isFinite(coordinate)) return 0;
  const period = mode === WRAP_MODE.MIRROR ? 2 : 1;
  return coordinate - period * Math.floor(coordinate / period);
}

function modulo(value: number, size: number): number {
  const rest = value % size;
  return rest < 0 ? rest + size : rest;
}

function mirroredOnce(index: number): number {
  return index < 0 ? -1 - index : index;
}

function clamped(index: number, size: number): number {
  return Math.max(0, Math.min(size - 1, index));
}

function orBorder(index: number, size: number): number {
  return index < 0 || index >= size ? -1 : index;
}

/**
 * Texel number at a normalised coordinate; -1 in the border.
 *
 * @param back texels to step back from the coordinate
 * @param offset whole texels to add
 */
export function texelIndex(
  mode: number,
  coordinate: number,
  size: number,
  back: number,
  offset: number,
): number {
  const place = Math.fround(withinPeriod(mode, coordinate) * size);
  const index = Math.floor(place - back) + offset;
  switch (mode) {
    case WRAP_MODE.REPEAT:
      return modulo(index, size);
    case WRAP_MODE.MIRROR: {
      const inPeriod = modulo(index, 2 * size);
      return inPeriod < size ? inPeriod : 2 * size - 1 - inPeriod;
    }
    case WRAP_MODE.LAST_TEXEL:
      return clamped(index, size);
    case WRAP_MODE.MIRROR_ONCE_LAST_TEXEL:
      return clamped(mirroredOnce(index), size);
    case WRAP_MODE.MIRROR_ONCE_BORDER:
      return orBorder(mirroredOnce(index), size);
    default:
      return orBorder(index, size);
  }
}
