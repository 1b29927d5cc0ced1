import type { Gfx } from '../../../arch/index.js';
import type { Dialect } from '../../dialect/index.js';
import { memoryNames } from '../../generator/names.js';
import type { Resource } from './layers.js';

/** The first SGPR of an image's descriptor. */
const IMAGE = 16;
/** The VGPR that holds a location's column. */
export const COLUMN = 'v14';
/** The VGPR that holds a location's row. */
export const ROW = 'v15';

/** The VGPR that holds a location's byte offset in a buffer. */
const OFFSET = 'v5';

/** The code that accesses one location: the setup, and the load and store of v8. */
export interface AccessText {
  readonly setup: string;
  readonly load: string;
  readonly store: string;
}

/** Emits accesses to the location at `COLUMN` and `ROW`, with the generation's coherence bits. */
export function accessText(
  resource: Resource,
  gfx: Gfx,
  dialect: Dialect,
  descriptor: readonly number[],
): AccessText {
  return resource === 'image' ? imageText(gfx, dialect, descriptor) : bufferText(dialect);
}

function imageText(
  gfx: Gfx,
  { loadBits, storeBits, texel }: Dialect,
  descriptor: readonly number[],
): AccessText {
  const operands = `v8, ${texel(14)}, s[${IMAGE}:${IMAGE + 7}] ${memoryNames(gfx).image}`;
  return {
    setup: descriptor
      .map((word, i) => `\n  s_mov_b32 s${IMAGE + i}, 0x${(word >>> 0).toString(16)}`)
      .join(''),
    load: `\n  image_load ${operands} ${loadBits}`,
    store: `\n  image_store ${operands} ${storeBits}`,
  };
}

/** Emits accesses to a buffer, where s4 is the number of locations per row. */
function bufferText({ add, load, store }: Dialect): AccessText {
  return {
    setup: `
  v_mul_lo_u32 ${OFFSET}, ${ROW}, s4
  ${add} ${OFFSET}, ${OFFSET}, ${COLUMN}
  v_lshlrev_b32_e32 ${OFFSET}, 2, ${OFFSET}`,
    load: `\n  ${load('v8', OFFSET)}`,
    store: `\n  ${store('v8', OFFSET)}`,
  };
}
