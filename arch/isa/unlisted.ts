import type { Gfx } from '../chips.js';
import { findGenerationEntry } from '../since-generation.js';
import type { FormatName } from './formats/index.js';
import type { Fields } from './formats/layout.js';
import { type Opcodes, X } from './rows/row-base.js';

type NamedFormat = FormatName | 'global';

/** Opcodes per generation, keyed by format and LLVM name. */
type UnlistedNames = Readonly<Partial<Record<NamedFormat, Readonly<Record<string, Opcodes>>>>>;

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

/**
 * Scalar and vector instructions that are not in the table:
 *
 * - halts, which are for debuggers
 * - GFX12 prefetches, 8-bit float operations and scalar half-precision math functions
 * - matrix products, which only compute shaders use and whose operand sizes depend on the wave size
 */
export const OTHER_NAMES: UnlistedNames = {
  sopk: {
    s_sethalt: { gfx11: 0x1f },
  },
  smem: {
    s_prefetch_inst: { gfx12: 0x24 },
    s_prefetch_inst_pc_rel: { gfx12: 0x25 },
    s_prefetch_data: { gfx12: 0x26 },
    s_buffer_prefetch_data: { gfx12: 0x27 },
    s_prefetch_data_pc_rel: { gfx12: 0x28 },
  },
  vop1: {
    v_cvt_f32_fp8: { gfx12: 0x6c },
    v_cvt_f32_bf8: { gfx12: 0x6d },
    v_cvt_pk_f32_fp8: { gfx12: 0x6e },
    v_cvt_pk_f32_bf8: { gfx12: 0x6f },
  },
  vop3: {
    v_s_exp_f16: { gfx12: 0x281 },
    v_s_log_f16: { gfx12: 0x283 },
    v_s_rcp_f16: { gfx12: 0x285 },
    v_s_rsq_f16: { gfx12: 0x287 },
    v_s_sqrt_f16: { gfx12: 0x289 },
    v_cvt_pk_fp8_f32: { gfx12: 0x369 },
    v_cvt_pk_bf8_f32: { gfx12: 0x36a },
    v_cvt_sr_fp8_f32: { gfx12: 0x36b },
    v_cvt_sr_bf8_f32: { gfx12: 0x36c },
  },
  vop3p: {
    v_dot4_f32_fp8_bf8: { gfx12: 0x24 },
    v_dot4_f32_bf8_fp8: { gfx12: 0x25 },
    v_dot4_f32_fp8_fp8: { gfx12: 0x26 },
    v_dot4_f32_bf8_bf8: { gfx12: 0x27 },
    v_wmma_f32_16x16x16_fp8_fp8: { gfx12: 0x46 },
    v_wmma_f32_16x16x16_fp8_bf8: { gfx12: 0x47 },
    v_wmma_f32_16x16x16_bf8_fp8: { gfx12: 0x48 },
    v_wmma_f32_16x16x16_bf8_bf8: { gfx12: 0x49 },
    v_wmma_i32_16x16x32_iu4: { gfx12: 0x4a },
    v_swmmac_f32_16x16x32_f16: { gfx12: 0x50 },
    v_swmmac_f32_16x16x32_bf16: { gfx12: 0x51 },
    v_swmmac_f16_16x16x32_f16: { gfx12: 0x52 },
    v_swmmac_bf16_16x16x32_bf16: { gfx12: 0x53 },
    v_swmmac_i32_16x16x32_iu8: { gfx12: 0x54 },
    v_swmmac_i32_16x16x32_iu4: { gfx12: 0x55 },
    v_swmmac_i32_16x16x64_iu4: { gfx12: 0x56 },
    v_swmmac_f32_16x16x32_fp8_fp8: { gfx12: 0x57 },
    v_swmmac_f32_16x16x32_fp8_bf8: { gfx12: 0x58 },
    v_swmmac_f32_16x16x32_bf8_fp8: { gfx12: 0x59 },
    v_swmmac_f32_16x16x32_bf8_bf8: { gfx12: 0x5a },
    v_wmma_bf16_16x16x16_bf16: { gfx11: 0x43 },
    v_wmma_f16_16x16x16_f16: { gfx11: 0x42 },
    v_wmma_f32_16x16x16_bf16: { gfx11: 0x41 },
    v_wmma_f32_16x16x16_f16: { gfx11: 0x40 },
    v_wmma_i32_16x16x16_iu4: { gfx11: 0x45 },
    v_wmma_i32_16x16x16_iu8: { gfx11: 0x44 },
  },
};

const SEGMENT_GLOBAL = 2;

/** Returns the key for a format's names. Global accesses have separate names. */
function getListKey(format: FormatName, { seg }: Fields): NamedFormat {
  return format === 'flat' && seg === SEGMENT_GLOBAL ? 'global' : format;
}

/** Whether a generation has an instruction of this name, but the table has no row for it. */
export function isUnlistedName(name: string, gfx: Gfx): boolean {
  return [MEMORY_NAMES, OTHER_NAMES].some((lists) =>
    Object.values(lists).some((names) => (findGenerationEntry(names[name] ?? {}, gfx) ?? X) !== X),
  );
}

/** Returns LLVM's name for an instruction without a table row, or undefined if the generation lacks it. */
export function findUnlistedName(format: FormatName, fields: Fields, gfx: Gfx): string | undefined {
  const opcode = fields.op ?? 0;
  for (const names of [MEMORY_NAMES, OTHER_NAMES]) {
    const found = Object.entries(names[getListKey(format, fields)] ?? {}).find(
      ([, opcodes]) => findGenerationEntry(opcodes, gfx) === opcode,
    );
    if (found !== undefined) return found[0];
  }
  return undefined;
}
