; Two loads return in order: vmcnt(1) is enough to use the first, vmcnt(0) comes before the second is used.
; expect: pass
; chip: navi21
; wave: 64
; interlock: pixel_interlock_ordered
; arg: s[0:3] buffer_descriptor[0]
; arg: s[4:7] buffer_descriptor[1]
; arg: s8 prim_mask
; arg: s9 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  v_lshrrev_b32_e32 v3, 16, v2
  v_and_b32_e32 v2, 0xffff, v2
  v_lshl_or_b32 v2, v3, 6, v2
  v_lshlrev_b32_e32 v2, 2, v2
  s_bitcmp1_b32 s9, 31
  s_cbranch_scc0 section
  s_bfe_u32 s10, s9, 0x2001c
  s_lshl1_add_u32 s10, s10, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s10
  s_bfe_u32 s11, s9, 0xa0010
  s_nand_b32 s12, s9, 0x3ff
  s_add_i32 s11, s11, s12
poll:
  s_add_i32 s13, src_pops_exiting_wave_id, s12
  s_cmp_lt_u32 s11, s13
  s_cbranch_scc1 section
  s_sleep 0xffff
  s_branch poll
section:
  buffer_load_dword v4, v2, s[0:3], 0 offen glc dlc
  buffer_load_dword v5, v2, s[4:7], 0 offen glc dlc
  s_waitcnt vmcnt(1)
  v_mul_lo_u32 v4, v4, 3
  v_add_nc_u32_e32 v4, 1, v4
  buffer_store_dword v4, v2, s[0:3], 0 offen glc
  s_waitcnt vmcnt(0)
  v_add_nc_u32_e32 v5, v4, v5
  buffer_store_dword v5, v2, s[4:7], 0 offen glc
  s_waitcnt_vscnt null, 0x0
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
