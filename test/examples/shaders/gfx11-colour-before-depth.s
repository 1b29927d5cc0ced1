; The colour goes ahead of MRTZ.
; expect: EXP-07
; chip: navi31
; wave: 32
; interlock: pixel_interlock_ordered
; reg: SPI_SHADER_Z_FORMAT 0x1
; reg: SPI_SHADER_COL_FORMAT 0x9
; reg: CB_SHADER_MASK 0xf
; reg: DB_SHADER_CONTROL 0x02010601
; arg: s[0:3] buffer_descriptor[0]
; arg: s4 prim_mask
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  v_mov_b32_e32 v6, 1.0
  v_lshrrev_b32_e32 v3, 16, v2
  v_and_b32_e32 v2, 0xffff, v2
  v_lshl_or_b32 v2, v3, 6, v2
  v_lshlrev_b32_e32 v2, 2, v2
  s_wait_event 0x0
  buffer_load_b32 v7, v2, s[0:3], 0 offen glc
  s_waitcnt vmcnt(0)
  v_add_nc_u32_e32 v7, 1, v7
  buffer_store_b32 v7, v2, s[0:3], 0 offen
  s_waitcnt_vscnt null, 0x0
  exp mrt0 v0, v1, v6, v6
  exp mrtz v0, off, off, off done
  s_endpgm
