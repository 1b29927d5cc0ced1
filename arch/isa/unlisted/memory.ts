import { X } from '../rows/row-base.js';
import type { UnlistedNames } from './unlisted-names.js';

/** Memory instructions that are not in the table because graphics compilers do not emit them in pixel shaders. */
export const MEMORY_NAMES: UnlistedNames = {
  mubuf: {
    buffer_store_lds_dword: { gfx9: 0x3d, gfx10: X },
  },
  global: {
    global_load_block: { gfx12: 0x53 },
    global_store_block: { gfx12: 0x54 },
    global_load_tr_b128: { gfx12: 0x57 },
    global_load_tr_b64: { gfx12: 0x58 },
    global_atomic_ordered_add_b64: { gfx12: 0x73 },
  },
  mimg: {
    image_atomic_add_flt: { gfx12: 0x83 },
    image_atomic_min_flt: { gfx12: 0x84 },
    image_atomic_max_flt: { gfx12: 0x85 },
    image_atomic_pk_add_f16: { gfx12: 0x86 },
    image_atomic_pk_add_bf16: { gfx12: 0x87 },
  },
};
