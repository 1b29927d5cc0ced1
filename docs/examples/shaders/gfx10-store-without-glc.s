; GLC is missing: a store that overwrites a whole line may complete in L0 while other compute units still read the old word from L2.
; expect: pass
; expect-warning: VIS-02
; chip: navi10
; wave: 32
; interlock: pixel_interlock_ordered
; arg: s[0:3] buffer_descriptor[0]
; arg: s4 prim_mask
; arg: s5 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  s_bitcmp1_b32 s5, 31
  s_cbranch_scc0 section
  s_bfe_u32 s6, s5, 0x2001c
  s_lshl1_add_u32 s6, s6, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s6
  s_bfe_u32 s7, s5, 0xa0010
  s_nand_b32 s8, s5, 0x3ff
  s_add_i32 s7, s7, s8
poll:
  s_add_i32 s9, src_pops_exiting_wave_id, s8
  s_cmp_lt_u32 s7, s9
  s_cbranch_scc1 section
  s_sleep 0xffff
  s_branch poll
section:
  v_lshrrev_b32_e32 v3, 16, v2
  v_and_b32_e32 v2, 0xffff, v2
  v_lshl_or_b32 v2, v3, 6, v2
  v_lshlrev_b32_e32 v2, 2, v2
  buffer_load_dword v1, v2, s[0:3], 0 offen glc dlc
  s_waitcnt vmcnt(0)
  v_mul_lo_u32 v1, v1, 3
  v_add_nc_u32_e32 v1, 1, v1
  buffer_store_dword v1, v2, s[0:3], 0 offen
  s_waitcnt_vscnt null, 0x0
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
