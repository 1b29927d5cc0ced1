import { getSetAddressLow, WINDOW } from '../driver/addresses.js';
import { IMAGE_PITCH } from '../driver/image-descriptor.js';
import { STIPPLE_EDGE } from '../sections/stipple.js';
import { TABLE_WORDS, TEXTURE_EDGE, TOTAL_TALLY_BYTES } from './work.js';

/**
 * The memory objects of generated programs, at arbitrary mapped addresses. The sizes of ordered objects depend on the
 * scene's height.
 */
export const GENERATED_OBJECTS = {
  set: { name: 'set0', address: WINDOW + getSetAddressLow(0) },
  first: { name: 'first', address: 2 ** 32 },
  /** A multiple of 4 GiB, as required for flat accesses. */
  second: { name: 'second', address: 5 * 2 ** 32 },
  image: { name: 'image', address: 2 ** 32 + 0x200_0000 },
  texture: { name: 'texture', address: 2 ** 32 + 0x300_0000, bytes: TEXTURE_EDGE * IMAGE_PITCH },
  table: { name: 'table', address: 6 * 2 ** 32, bytes: 4 * TABLE_WORDS },
  tally: { name: 'tally', address: 7 * 2 ** 32, bytes: TOTAL_TALLY_BYTES },
  stipple: { name: 'stipple', address: 2 ** 32 + 0x400_0000, bytes: 4 * STIPPLE_EDGE ** 2 },
} as const;

/** The low half of the descriptor set's address, which programs receive in s4. */
export const SET_LOW = getSetAddressLow(0);
