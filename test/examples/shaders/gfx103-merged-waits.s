; One s_waitcnt for vector and scalar loads, one s_waitcnt_vscnt for the stores of both buffers.
; expect: pass
; chip: vangogh
; wave: 32
; interlock: pixel_interlock_ordered
; arg: s[0:3] buffer_descriptor[0]
; arg: s[4:7] buffer_descriptor[1]
; arg: s[8:11] buffer_descriptor[2]
; arg: s12 prim_mask
; arg: s13 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  v_lshrrev_b32_e32 v3, 16, v2
  v_and_b32_e32 v2, 0xffff, v2
  v_lshl_or_b32 v2, v3, 6, v2
  v_lshlrev_b32_e32 v2, 2, v2
  s_bitcmp1_b32 s13, 31
  s_cbranch_scc0 section
  s_bfe_u32 s14, s13, 0x2001c
  s_lshl1_add_u32 s14, s14, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s14
  s_bfe_u32 s15, s13, 0xa0010
  s_nand_b32 s16, s13, 0x3ff
  s_add_i32 s15, s15, s16
poll:
  s_add_i32 s17, src_pops_exiting_wave_id, s16
  s_cmp_lt_u32 s15, s17
  s_cbranch_scc1 section
  s_sleep 0xffff
  s_branch poll
section:
  buffer_load_dword v4, v2, s[0:3], 0 offen glc dlc
  buffer_load_dword v5, v2, s[4:7], 0 offen glc dlc
  s_buffer_load_dword s20, s[8:11], 0x40
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_add3_u32 v4, v4, v5, 1
  v_add_nc_u32_e32 v4, s20, v4
  v_lshl_add_u32 v5, v5, 1, v4
  buffer_store_dword v4, v2, s[0:3], 0 offen glc
  buffer_store_dword v5, v2, s[4:7], 0 offen glc
  s_waitcnt_vscnt null, 0x0
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
