/** The codes of a sampler's wrap modes. */
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

/**
 * Reduces a coordinate to one period if the mode is periodic; in that case infinities and NaN count as 0. Returns the
 * coordinate itself for other modes.
 */
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

function indexOrBorder(index: number, size: number): number {
  return index < 0 || index >= size ? -1 : index;
}

/**
 * The texel index at a normalised coordinate, or -1 in the border.
 *
 * @param back number of texels to step back from the coordinate
 * @param offset number of whole texels to add
 */
export function texelIndex(
  mode: number,
  coordinate: number,
  size: number,
  back: number,
  offset: number,
): number {
  const position = Math.fround(withinPeriod(mode, coordinate) * size);
  const index = Math.floor(position - back) + offset;
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
      return indexOrBorder(mirroredOnce(index), size);
    default:
      return indexOrBorder(index, size);
  }
}
