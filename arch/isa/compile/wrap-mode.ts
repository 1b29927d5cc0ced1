/** Wrap mode codes used in sampler descriptors. */
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
 * Reduces a coordinate to a single period if the mode is periodic, treating infinities and NaN as 0. Returns it
 * unchanged for other modes.
 */
function wrapToPeriod(mode: number, coordinate: number): number {
  if (mode !== WRAP_MODE.REPEAT && mode !== WRAP_MODE.MIRROR) return coordinate;
  if (!Number.isFinite(coordinate)) return 0;
  const period = mode === WRAP_MODE.MIRROR ? 2 : 1;
  return coordinate - period * Math.floor(coordinate / period);
}

function modulo(value: number, size: number): number {
  const remainder = value % size;
  return remainder < 0 ? remainder + size : remainder;
}

function mirrorOnce(index: number): number {
  return index < 0 ? -1 - index : index;
}

function clamp(index: number, size: number): number {
  return Math.max(0, Math.min(size - 1, index));
}

function toIndexOrBorder(index: number, size: number): number {
  return index < 0 || index >= size ? -1 : index;
}

/**
 * Returns the texel index at a normalised coordinate, or -1 if it lies in the border.
 *
 * @param shift number of texels to subtract before rounding down
 * @param offset number of whole texels to add after rounding
 */
export function getTexelIndex(
  mode: number,
  coordinate: number,
  size: number,
  shift: number,
  offset: number,
): number {
  const position = Math.fround(wrapToPeriod(mode, coordinate) * size);
  const index = Math.floor(position - shift) + offset;
  switch (mode) {
    case WRAP_MODE.REPEAT:
      return modulo(index, size);
    case WRAP_MODE.MIRROR: {
      const wrapped = modulo(index, 2 * size);
      return wrapped < size ? wrapped : 2 * size - 1 - wrapped;
    }
    case WRAP_MODE.LAST_TEXEL:
      return clamp(index, size);
    case WRAP_MODE.MIRROR_ONCE_LAST_TEXEL:
      return clamp(mirrorOnce(index), size);
    case WRAP_MODE.MIRROR_ONCE_BORDER:
      return toIndexOrBorder(mirrorOnce(index), size);
    default:
      return toIndexOrBorder(index, size);
  }
}
