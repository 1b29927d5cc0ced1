import type { FormatName } from '../formats/index.js';
import type { Row } from './row.js';
import { getName, getOpcode, X } from './row-base.js';

/** A change to an instruction: a new name, a new opcode, or both. */
type Change = readonly [name: string | undefined, opcode?: number | undefined];

/** Changes per format, keyed by GFX11.5 name. */
type Changes = Readonly<Partial<Record<FormatName, Readonly<Record<string, Change | typeof X>>>>>;

/**
 * Adds `_num` to the names of float minimum and maximum operations, which return the other operand if one is NaN. The
 * names, without `prefix`, are separated by spaces. If there is a first opcode, they are renumbered consecutively.
 */
function renameMinMax(prefix: string, names: string, first?: number): Record<string, Change> {
  return Object.fromEntries(
    names.split(' ').map((name, i) => {
      const newName = `${prefix}${name.replace(/(_rtn)?_(f\d\d)$/, '_num$1_$2')}`;
      return [`${prefix}${name}`, [newName, first === undefined ? UNCHANGED : first + i]];
    }),
  );
}

const UNCHANGED = undefined;

/** Removes instructions, named in `names` and separated by spaces. */
function removeRows(names: string): Record<string, typeof X> {
  return Object.fromEntries(names.split(' ').map((name) => [name, X]));
}

const CONSTANT_COMPARISONS = ['f16', 'f32', 'f64', 'i32', 'u32', 'i64', 'u64'].flatMap((type) =>
  ['cmp_f', 'cmp_t', 'cmpx_f', 'cmpx_t'].map((relation) => `v_${relation}_${type}`),
);
const IMMEDIATE_COMPARISONS = ['eq', 'lg', 'gt', 'ge', 'lt', 'le'].flatMap((relation) => [
  `s_cmpk_${relation}_i32`,
  `s_cmpk_${relation}_u32`,
]);

/** Returns the changes for the buffer or flat atomics whose names start with `prefix`. */
function getAtomicChanges(prefix: string): Record<string, Change | typeof X> {
  return {
    [`${prefix}_csub_u32`]: [`${prefix}_sub_clamp_u32`],
    ...removeRows(`${prefix}_cmpswap_f32`),
    ...renameMinMax(`${prefix}_`, 'min_f32 max_f32'),
  };
}

/** GFX11.5 instructions that GFX12 renames, renumbers or drops, checked opcode by opcode against LLVM 19. */
const CHANGES: Changes = {
  sop2: {
    s_add_u32: ['s_add_co_u32'],
    s_sub_u32: ['s_sub_co_u32'],
    s_add_i32: ['s_add_co_i32'],
    s_sub_i32: ['s_sub_co_i32'],
    s_addc_u32: ['s_add_co_ci_u32'],
    s_subb_u32: ['s_sub_co_ci_u32'],
    ...renameMinMax('s_', 'min_f32 max_f32 min_f16 max_f16'),
  },
  sopk: {
    ...removeRows(IMMEDIATE_COMPARISONS.join(' ')),
    ...removeRows('s_subvector_loop_begin s_subvector_loop_end'),
    ...removeRows('s_waitcnt_vscnt s_waitcnt_vmcnt s_waitcnt_expcnt s_waitcnt_lgkmcnt'),
    s_addk_i32: ['s_addk_co_i32'],
  },
  sopp: {
    s_waitcnt_depctr: ['s_wait_alu'],
    ...removeRows('s_set_inst_prefetch_distance s_barrier s_cbranch_cdbgsys s_cbranch_cdbguser'),
    ...removeRows('s_cbranch_cdbgsys_or_user s_cbranch_cdbgsys_and_user'),
  },
  smem: {
    s_buffer_load_b32: [UNCHANGED, 0x10],
    s_buffer_load_b64: [UNCHANGED, 0x11],
    s_buffer_load_b128: [UNCHANGED, 0x12],
    s_buffer_load_b256: [UNCHANGED, 0x13],
    s_buffer_load_b512: [UNCHANGED, 0x14],
    s_dcache_inv: [UNCHANGED, 0x21],
    ...removeRows('s_gl1_inv'),
  },
  vop2: {
    ...renameMinMax('v_', 'min_f32 max_f32', 0x15),
    ...renameMinMax('v_', 'min_f16 max_f16', 0x30),
    ...removeRows('v_dot2acc_f32_f16 v_fmac_dx9_zero_f32'),
  },
  vop3: {
    ...renameMinMax('v_', 'min3_f32 max3_f32 min3_f16 max3_f16', 0x229),
    ...renameMinMax('v_', 'med3_f32 med3_f16', 0x231),
    ...renameMinMax('v_', 'minmax_f32 maxmin_f32 minmax_f16 maxmin_f16', 0x268),
    v_mad_u64_u32: ['v_mad_co_u64_u32'],
    v_mad_i64_i32: ['v_mad_co_i64_i32'],
    // Replaced by VOP2 forms with new opcodes.
    ...removeRows('v_add_f64 v_mul_f64 v_min_f64 v_max_f64 v_lshlrev_b64'),
  },
  vopc: removeRows(CONSTANT_COMPARISONS.join(' ')),
  vop3p: { v_pk_min_f16: ['v_pk_min_num_f16', 0x1b], v_pk_max_f16: ['v_pk_max_num_f16', 0x1c] },
  vopd: {
    v_dual_max_f32: ['v_dual_max_num_f32'],
    v_dual_min_f32: ['v_dual_min_num_f32'],
    ...removeRows('v_dual_dot2acc_f32_f16'),
  },
  ds: {
    ...renameMinMax('ds_', 'min_f32 max_f32 min_f64 max_f64 min_rtn_f32 max_rtn_f32 min_rtn_f64 max_rtn_f64'),
    ...removeRows('ds_cmpstore_f32 ds_cmpstore_f64 ds_cmpstore_rtn_f32 ds_cmpstore_rtn_f64'),
    ...removeRows('ds_gws_sema_release_all ds_gws_init ds_gws_sema_v ds_gws_sema_br ds_gws_sema_p'),
    ...removeRows('ds_gws_barrier ds_wrap_rtn_b32 ds_ordered_count ds_add_gs_reg_rtn ds_sub_gs_reg_rtn'),
    ...removeRows('ds_bvh_stack_rtn_b32'),
  },
  mubuf: {
    ...getAtomicChanges('buffer_atomic'),
    ...removeRows('buffer_gl0_inv buffer_gl1_inv buffer_load_lds_u8 buffer_load_lds_i8 buffer_load_lds_u16'),
    ...removeRows('buffer_load_lds_i16 buffer_load_lds_b32 buffer_load_lds_format_x'),
  },
  flat: { ...getAtomicChanges('flat_atomic'), ...getAtomicChanges('global_atomic') },
  mimg: {
    image_atomic_add: ['image_atomic_add_uint'],
    image_atomic_sub: ['image_atomic_sub_uint'],
    image_atomic_smin: ['image_atomic_min_int'],
    image_atomic_umin: ['image_atomic_min_uint'],
    image_atomic_smax: ['image_atomic_max_int'],
    image_atomic_umax: ['image_atomic_max_uint'],
    image_atomic_inc: ['image_atomic_inc_uint'],
    image_atomic_dec: ['image_atomic_dec_uint'],
  },
  ldsdir: { lds_param_load: ['ds_param_load'], lds_direct_load: ['ds_direct_load'] },
  exp: { exp: ['export'] },
};

/** Adds the GFX12 name and opcode to a row. */
export function addGfx12Change(row: Row): Row {
  if (getOpcode(row, 'gfx11.5') === X) return row;
  const change = CHANGES[row.format]?.[getName(row, 'gfx11.5')];
  if (change === undefined) return row;
  if (change === X) return { ...row, opcode: { ...row.opcode, gfx12: X } };
  const [name, opcode] = change;
  const names = typeof row.name === 'string' ? { gfx9: row.name } : row.name;
  return {
    ...row,
    ...(name === undefined ? {} : { name: { ...names, gfx12: name } }),
    ...(opcode === undefined ? {} : { opcode: { ...row.opcode, gfx12: opcode } }),
  };
}
