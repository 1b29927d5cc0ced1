import { X } from '../rows/row.js';
import type { UnlistedNames } from './unlisted-names.js';

/**
 * Memory instructions that the table lacks, since no compiler of a graphics driver puts them into a pixel shader: typed
 * loads into the local data share, and accesses at the thread's number.
 */
export const MEMORY_NAMES: UnlistedNames = {
  mubuf: {
    buffer_load_lds_format_x: [X, X, X, 0x32],
  },
  global: {
    global_load_addtid_b32: [X, X, X, 0x28],
    global_load_dword_addtid: [X, X, 0x16, X],
    global_store_addtid_b32: [X, X, X, 0x29],
    global_store_dword_addtid: [X, X, 0x17, X],
  },
};
