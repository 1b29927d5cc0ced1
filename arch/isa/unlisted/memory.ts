import { X } from '../rows/row.js';
import type { UnlistedNames } from './unlisted-names.js';

/**
 * Memory instructions that the table lacks, since no compiler of a graphics driver puts them into a pixel shader, or since
 * what they give is no function of the scenario.
 *
 * - Scalar stores and scratch accesses, discards and probes of the scalar cache: GFX9 and GFX10 had them, compilers keep to
 *   vector stores.
 * - Clocks and the number of a wave in its work-group: their values are the hardware's own, so that no reference can know
 *   what a program makes of them.
 * - Typed loads into the local data share: pixel shaders have parameters there, and load into registers.
 * - Accesses at the thread's number: the lane's address is as cheap to compute, and compilers do that.
 */
export const MEMORY_NAMES: UnlistedNames = {
  smem: {
    s_atc_probe: [0x26, 0x26, 0x26, 0x22],
    s_atc_probe_buffer: [0x27, 0x27, 0x27, 0x23],
    s_buffer_store_dword: [0x18, 0x18, X, X],
    s_buffer_store_dwordx2: [0x19, 0x19, X, X],
    s_buffer_store_dwordx4: [0x1a, 0x1a, X, X],
    s_dcache_discard: [0x28, 0x28, X, X],
    s_dcache_discard_x2: [0x29, 0x29, X, X],
    s_get_waveid_in_workgroup: [X, 0x2a, X, X],
    s_memrealtime: [0x25, 0x25, 0x25, X],
    s_memtime: [0x24, 0x24, 0x24, X],
    s_scratch_load_dword: [0x05, 0x05, X, X],
    s_scratch_load_dwordx2: [0x06, 0x06, X, X],
    s_scratch_load_dwordx4: [0x07, 0x07, X, X],
    s_scratch_store_dword: [0x15, 0x15, X, X],
    s_scratch_store_dwordx2: [0x16, 0x16, X, X],
    s_scratch_store_dwordx4: [0x17, 0x17, X, X],
    s_store_dword: [0x10, 0x10, X, X],
    s_store_dwordx2: [0x11, 0x11, X, X],
    s_store_dwordx4: [0x12, 0x12, X, X],
  },
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
