import { lookup } from '../../collections.js';
import { mapGenerations } from '../../since-generation.js';
import type { FormatName } from '../formats/index.js';
import type { Row } from './row.js';
import { getName, getOpcode, X } from './row-base.js';

/** A change to an instruction: a new name, a new opcode, or both. */
type Change = readonly [name: string | undefined, opcode?: number | undefined];

/** Changes per format, keyed by GFX11.5 name. */
type Changes = Readonly<Partial<Record<FormatName, Readonly<Record<string, Change | typeof X>>>>>;

/** Adds `_num` to the names of float minimum and maximum operations, which return the other operand if one is NaN. */
function renameMinMax(
  prefix: string,
  opcodes: Readonly<Record<string, number | undefined>>,
): Record<string, Change> {
  return Object.fromEntries(
    Object.entries(opcodes).map(([name, opcode]) => [
      `${prefix}${name}`,
      [`${prefix}${name.replace(/(_rtn)?_(f\d\d)$/, '_num$1_$2')}`, opcode] as const,
    ]),
  );
}

const UNCHANGED = undefined;

function removeRows(...names: readonly string[]): Record<string, typeof X> {
  return Object.fromEntries(names.map((name) => [name, X]));
}

const CONSTANT_RELATIONS = ['f', 't'];
const COMPARED_TYPES = ['f16', 'f32', 'f64', 'i32', 'u32', 'i64', 'u64'];

/** Returns the changes for the buffer or flat atomics whose names start with `prefix`. */
function getAtomicChanges(prefix: string): Record<string, Change | typeof X> {
  return {
    [`${prefix}_csub_u32`]: [`${prefix}_sub_clamp_u32`],
    ...removeRows(`${prefix}_cmpswap_f32`),
    ...renameMinMax(`${prefix}_`, { min_f32: UNCHANGED, max_f32: UNCHANGED }),
  };
}

const IMAGE_ATOMICS: Readonly<Record<string, string>> = lookup({
  add: 'add_uint',
  sub: 'sub_uint',
  smin: 'min_int',
  umin: 'min_uint',
  smax: 'max_int',
  umax: 'max_uint',
  inc: 'inc_uint',
  dec: 'dec_uint',
});

/** GFX11.5 instructions that GFX12 renames, renumbers or drops, checked opcode by opcode against LLVM 19. */
const CHANGES: Changes = {
  sop2: {
    s_add_u32: ['s_add_co_u32'],
    s_sub_u32: ['s_sub_co_u32'],
    s_add_i32: ['s_add_co_i32'],
    s_sub_i32: ['s_sub_co_i32'],
    s_addc_u32: ['s_add_co_ci_u32'],
    s_subb_u32: ['s_sub_co_ci_u32'],
    ...renameMinMax('s_', {
      min_f32: UNCHANGED,
      max_f32: UNCHANGED,
      min_f16: UNCHANGED,
      max_f16: UNCHANGED,
    }),
  },
  sopk: {
    ...removeRows(
      ...['eq', 'lg', 'gt', 'ge', 'lt', 'le'].flatMap((relation) => [
        `s_cmpk_${relation}_i32`,
        `s_cmpk_${relation}_u32`,
      ]),
    ),
    ...removeRows('s_subvector_loop_begin', 's_subvector_loop_end'),
    ...removeRows('s_waitcnt_vscnt', 's_waitcnt_vmcnt', 's_waitcnt_expcnt', 's_waitcnt_lgkmcnt'),
    s_addk_i32: ['s_addk_co_i32'],
  },
  sopp: {
    s_waitcnt_depctr: ['s_wait_alu'],
    ...removeRows('s_set_inst_prefetch_distance', 's_barrier'),
    ...removeRows('s_cbranch_cdbgsys', 's_cbranch_cdbguser', 's_cbranch_cdbgsys_or_user'),
    ...removeRows('s_cbranch_cdbgsys_and_user'),
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
  vop1: {},
  vop2: {
    ...renameMinMax('v_', { min_f32: 0x15, max_f32: 0x16, min_f16: 0x30, max_f16: 0x31 }),
    ...removeRows('v_dot2acc_f32_f16', 'v_fmac_dx9_zero_f32'),
  },
  vop3: {
    ...renameMinMax('v_', {
      min3_f32: 0x229,
      max3_f32: 0x22a,
      min3_f16: 0x22b,
      max3_f16: 0x22c,
      med3_f32: 0x231,
      med3_f16: 0x232,
      minmax_f32: 0x268,
      maxmin_f32: 0x269,
      minmax_f16: 0x26a,
      maxmin_f16: 0x26b,
    }),
    v_mad_u64_u32: ['v_mad_co_u64_u32'],
    v_mad_i64_i32: ['v_mad_co_i64_i32'],
    // Replaced by VOP2 forms with new opcodes.
    ...removeRows('v_add_f64', 'v_mul_f64', 'v_min_f64', 'v_max_f64', 'v_lshlrev_b64'),
  },
  vopc: removeRows(
    ...COMPARED_TYPES.flatMap((type) =>
      CONSTANT_RELATIONS.flatMap((r) => [`v_cmp_${r}_${type}`, `v_cmpx_${r}_${type}`]),
    ),
  ),
  vop3p: { v_pk_min_f16: ['v_pk_min_num_f16', 0x1b], v_pk_max_f16: ['v_pk_max_num_f16', 0x1c] },
  vopd: {
    v_dual_max_f32: ['v_dual_max_num_f32'],
    v_dual_min_f32: ['v_dual_min_num_f32'],
    ...removeRows('v_dual_dot2acc_f32_f16'),
  },
  ds: {
    ...renameMinMax('ds_', {
      min_f32: UNCHANGED,
      max_f32: UNCHANGED,
      min_f64: UNCHANGED,
      max_f64: UNCHANGED,
    }),
    ...renameMinMax('ds_', {
      min_rtn_f32: UNCHANGED,
      max_rtn_f32: UNCHANGED,
      min_rtn_f64: UNCHANGED,
      max_rtn_f64: UNCHANGED,
    }),
    ...removeRows('ds_cmpstore_f32', 'ds_cmpstore_f64', 'ds_cmpstore_rtn_f32', 'ds_cmpstore_rtn_f64'),
    ...removeRows('ds_gws_sema_release_all', 'ds_gws_init', 'ds_gws_sema_v', 'ds_gws_sema_br'),
    ...removeRows('ds_gws_sema_p', 'ds_gws_barrier', 'ds_wrap_rtn_b32', 'ds_ordered_count'),
    ...removeRows('ds_add_gs_reg_rtn', 'ds_sub_gs_reg_rtn', 'ds_bvh_stack_rtn_b32'),
  },
  mubuf: {
    ...getAtomicChanges('buffer_atomic'),
    ...removeRows('buffer_gl0_inv', 'buffer_gl1_inv', 'buffer_load_lds_u8', 'buffer_load_lds_i8'),
    ...removeRows(
      'buffer_load_lds_u16',
      'buffer_load_lds_i16',
      'buffer_load_lds_b32',
      'buffer_load_lds_format_x',
    ),
  },
  flat: { ...getAtomicChanges('flat_atomic'), ...getAtomicChanges('global_atomic') },
  mimg: Object.fromEntries(
    Object.entries(IMAGE_ATOMICS).map(([name, newName]) => [
      `image_atomic_${name}`,
      [`image_atomic_${newName}`],
    ]),
  ),
  ldsdir: { lds_param_load: ['ds_param_load'], lds_direct_load: ['ds_direct_load'] },
  exp: { exp: ['export'] },
};

function applyChange(row: Row): Row {
  if (getOpcode(row, 'gfx11.5') === X) return row;
  const change = CHANGES[row.format]?.[getName(row, 'gfx11.5')];
  if (change === undefined) return row;
  if (change === X) return { ...row, opcode: { ...row.opcode, gfx12: X } };
  const [name, opcode] = change;
  const names =
    typeof row.name === 'string' ? { gfx9: row.name } : mapGenerations(row.name, (entry) => entry);
  return {
    ...row,
    ...(name === undefined ? {} : { name: { ...names, gfx12: name } }),
    ...(opcode === undefined ? {} : { opcode: { ...row.opcode, gfx12: opcode } }),
  };
}

/** Adds the GFX12 names and opcodes to the rows. */
export function addGfx12Changes(rows: readonly Row[]): readonly Row[] {
  return rows.map(applyChange);
}
