import type { Gfx } from '../../../arch/index.js';
import type { Dialect } from '../../dialect/index.js';
import { getMemoryNames } from '../../generator/names.js';
import type { Resource } from './layers.js';

/** The first SGPR of an image's descriptor. */
const IMAGE_SGPR = 16;
/** The VGPR that holds a location's column. */
export const COLUMN = 'v14';
/** The VGPR that holds a location's row. */
export const ROW = 'v15';

/** The VGPR that holds a location's byte offset in a buffer. */
const OFFSET = 'v5';

/** The code that accesses one location: its setup, a load into v8, and a store of v8. */
export interface LocationAccess {
  readonly setup: string;
  readonly load: string;
  readonly store: string;
}

/** Emits accesses to the location at `COLUMN` and `ROW`, with the generation's coherence bits. */
export function emitLocationAccess(
  resource: Resource,
  gfx: Gfx,
  dialect: Dialect,
  descriptor: readonly number[],
): LocationAccess {
  return resource === 'image' ? emitImageAccess(gfx, dialect, descriptor) : emitBufferAccess(dialect);
}

function emitImageAccess(
  gfx: Gfx,
  { loadBits, storeBits, texel }: Dialect,
  descriptor: readonly number[],
): LocationAccess {
  const operands = `v8, ${texel(14)}, s[${IMAGE_SGPR}:${IMAGE_SGPR + 7}] ${getMemoryNames(gfx).image}`;
  return {
    setup: descriptor
      .map((word, i) => `\n  s_mov_b32 s${IMAGE_SGPR + i}, 0x${(word >>> 0).toString(16)}`)
      .join(''),
    load: `\n  image_load ${operands} ${loadBits}`,
    store: `\n  image_store ${operands} ${storeBits}`,
  };
}

/** Emits accesses to a buffer, where s4 is the number of locations per row. */
function emitBufferAccess({ add, load, store }: Dialect): LocationAccess {
  return {
    setup: `
  v_mul_lo_u32 ${OFFSET}, ${ROW}, s4
  ${add} ${OFFSET}, ${OFFSET}, ${COLUMN}
  v_lshlrev_b32_e32 ${OFFSET}, 2, ${OFFSET}`,
    load: `\n  ${load('v8', OFFSET)}`,
    store: `\n  ${store('v8', OFFSET)}`,
  };
}
