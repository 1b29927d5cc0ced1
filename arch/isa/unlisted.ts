import type { Gfx } from '../chips.js';
import { findGenerationEntry } from '../since-generation.js';
import type { FormatName } from './formats/index.js';
import type { Fields } from './formats/layout.js';
import { type Opcodes, X } from './rows/row-base.js';

type NamedFormat = FormatName | 'global';

/** Opcodes per generation, keyed by format and LLVM name. */
type UnlistedNames = Readonly<Partial<Record<NamedFormat, Readonly<Record<string, Opcodes>>>>>;

/** Returns the consecutive opcodes, since a generation, of instructions named in `names` and separated by spaces. */
function consecutive(first: Gfx, opcode: number, names: string): Record<string, Opcodes> {
  return Object.fromEntries(names.split(' ').map((name, i) => [name, { [first]: opcode + i }]));
}

/** Returns the opcodes of a GFX12 matrix product for each pair of 8-bit float types. */
function forFloatTypes(prefix: string, opcode: number): Record<string, Opcodes> {
  const pairs = ['fp8_fp8', 'fp8_bf8', 'bf8_fp8', 'bf8_bf8'];
  return consecutive('gfx12', opcode, pairs.map((types) => `${prefix}_${types}`).join(' '));
}

/**
 * Instructions that are not in the table:
 *
 * - memory instructions that graphics compilers do not emit in pixel shaders
 * - halts, which are for debuggers
 * - GFX12 prefetches, 8-bit float operations and scalar half-precision math functions
 * - matrix products, which only compute shaders use and whose operand sizes depend on the wave size
 */
export const UNLISTED_NAMES: UnlistedNames = {
  mubuf: {
    buffer_store_lds_dword: { gfx9: 0x3d, gfx10: X },
  },
  global: {
    ...consecutive('gfx12', 0x53, 'global_load_block global_store_block'),
    ...consecutive('gfx12', 0x57, 'global_load_tr_b128 global_load_tr_b64'),
    global_atomic_ordered_add_b64: { gfx12: 0x73 },
  },
  mimg: {
    ...consecutive('gfx12', 0x83, 'image_atomic_add_flt image_atomic_min_flt image_atomic_max_flt'),
    ...consecutive('gfx12', 0x86, 'image_atomic_pk_add_f16 image_atomic_pk_add_bf16'),
  },
  sopk: {
    s_sethalt: { gfx11: 0x1f },
  },
  smem: {
    ...consecutive('gfx12', 0x24, 's_prefetch_inst s_prefetch_inst_pc_rel s_prefetch_data'),
    ...consecutive('gfx12', 0x27, 's_buffer_prefetch_data s_prefetch_data_pc_rel'),
  },
  vop1: consecutive('gfx12', 0x6c, 'v_cvt_f32_fp8 v_cvt_f32_bf8 v_cvt_pk_f32_fp8 v_cvt_pk_f32_bf8'),
  vop3: {
    v_s_exp_f16: { gfx12: 0x281 },
    v_s_log_f16: { gfx12: 0x283 },
    v_s_rcp_f16: { gfx12: 0x285 },
    v_s_rsq_f16: { gfx12: 0x287 },
    v_s_sqrt_f16: { gfx12: 0x289 },
    ...consecutive('gfx12', 0x369, 'v_cvt_pk_fp8_f32 v_cvt_pk_bf8_f32 v_cvt_sr_fp8_f32 v_cvt_sr_bf8_f32'),
  },
  vop3p: {
    ...consecutive(
      'gfx12',
      0x24,
      'v_dot4_f32_fp8_bf8 v_dot4_f32_bf8_fp8 v_dot4_f32_fp8_fp8 v_dot4_f32_bf8_bf8',
    ),
    ...forFloatTypes('v_wmma_f32_16x16x16', 0x46),
    v_wmma_i32_16x16x32_iu4: { gfx12: 0x4a },
    ...consecutive('gfx12', 0x50, 'v_swmmac_f32_16x16x32_f16 v_swmmac_f32_16x16x32_bf16'),
    ...consecutive('gfx12', 0x52, 'v_swmmac_f16_16x16x32_f16 v_swmmac_bf16_16x16x32_bf16'),
    ...consecutive(
      'gfx12',
      0x54,
      'v_swmmac_i32_16x16x32_iu8 v_swmmac_i32_16x16x32_iu4 v_swmmac_i32_16x16x64_iu4',
    ),
    ...forFloatTypes('v_swmmac_f32_16x16x32', 0x57),
    ...consecutive('gfx11', 0x40, 'v_wmma_f32_16x16x16_f16 v_wmma_f32_16x16x16_bf16 v_wmma_f16_16x16x16_f16'),
    ...consecutive(
      'gfx11',
      0x43,
      'v_wmma_bf16_16x16x16_bf16 v_wmma_i32_16x16x16_iu8 v_wmma_i32_16x16x16_iu4',
    ),
  },
};

const SEGMENT_GLOBAL = 2;

/** Returns the key for a format's names. Global accesses have separate names. */
function getListKey(format: FormatName, { seg }: Fields): NamedFormat {
  return format === 'flat' && seg === SEGMENT_GLOBAL ? 'global' : format;
}

/** Whether a generation has an instruction of this name, but the table has no row for it. */
export function isUnlistedName(name: string, gfx: Gfx): boolean {
  return Object.values(UNLISTED_NAMES).some(
    (names) => (findGenerationEntry(names[name] ?? {}, gfx) ?? X) !== X,
  );
}

/** Returns LLVM's name for an instruction without a table row, or undefined if the generation lacks it. */
export function findUnlistedName(format: FormatName, fields: Fields, gfx: Gfx): string | undefined {
  const names = UNLISTED_NAMES[getListKey(format, fields)] ?? {};
  return Object.keys(names).find((name) => findGenerationEntry(names[name]!, gfx) === (fields.op ?? 0));
}
