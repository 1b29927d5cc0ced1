import { X } from '../rows/row-base.js';
import type { UnlistedNames } from './unlisted-names.js';

/** Memory instructions that the table lacks, since no compiler of a graphics driver puts them into a pixel shader. */
export const MEMORY_NAMES: UnlistedNames = {
  mubuf: {
    buffer_store_lds_dword: { gfx9: 0x3d, gfx10: X },
  },
};
