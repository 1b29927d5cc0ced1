/** The pieces of a bit field, least significant first, as [lowest bit, width]. Bits are numbered across all words. */
export type Bits = readonly (readonly [low: number, width: number])[];

/** The unsigned field values of an instruction, by field name. */
export type Fields = Readonly<Record<string, number>>;

/** The bit layout of a format. */
export interface Layout {
  /** The fixed bits of the first word. */
  readonly match: number;
  readonly mask: number;
  /** Number of words, not counting literal, DPP and SDWA words. */
  readonly words: number;
  readonly fields: Readonly<Record<string, Bits>>;
}

/** Describes a contiguous field. */
export function bits(low: number, width = 1): Bits {
  return [[low, width]];
}

/** Where fields are: a single bit, or a lowest bit and a width, or the pieces of a split field. */
export type Places = Readonly<Record<string, number | readonly [low: number, width: number] | Bits>>;

/** Returns the pieces of each field. */
export function placeFields(places: Places): Layout['fields'] {
  const entries = Object.entries(places).map(([name, place]): [string, Bits] => {
    if (typeof place === 'number') return [name, bits(place)];
    return [name, isSplit(place) ? place : [place]];
  });
  return Object.fromEntries(entries);
}

function isSplit(place: readonly [number, number] | Bits): place is Bits {
  return Array.isArray(place[0]);
}

/** Builds a layout whose fixed bits are the highest `prefix` bits of the first word. */
export function layout(match: number, prefix: number, words: number, places: Places): Layout {
  return maskedLayout(match, 0xffffffff << (32 - prefix), words, places);
}

/** Builds a layout whose fixed bits are the ones set in `mask`. */
export function maskedLayout(match: number, mask: number, words: number, places: Places): Layout {
  return { match: match >>> 0, mask: mask >>> 0, words, fields: placeFields(places) };
}

/** Reads a field from the words at `offset`. Missing words read as zero. */
export function readBits(words: ArrayLike<number>, offset: number, pieces: Bits): number {
  let value = 0;
  let shift = 0;
  for (const [low, width] of pieces) {
    const word = (words[offset + (low >>> 5)] ?? 0) >>> 0;
    value += ((word >>> (low & 31)) & ((2 ** width - 1) >>> 0)) * 2 ** shift;
    shift += width;
  }
  return value >>> 0;
}

/** Reads every field of a layout from the words at `offset`. Missing words read as zero. */
export function readFields(words: ArrayLike<number>, offset: number, fields: Layout['fields']): Fields {
  const values: Record<string, number> = {};
  for (const [name, pieces] of Object.entries(fields)) values[name] = readBits(words, offset, pieces);
  return values;
}

/** Writes fields to words. The fields' bits must be zero beforehand. Missing values are written as 0. */
export function writeFields(words: number[], fields: Layout['fields'], values: Fields): void {
  for (const [name, pieces] of Object.entries(fields)) {
    let value = values[name] ?? 0;
    for (const [low, width] of pieces) {
      const chunk = value % 2 ** width;
      words[low >>> 5] = (words[low >>> 5] | (chunk << (low & 31))) >>> 0;
      value = Math.floor(value / 2 ** width);
    }
  }
}
