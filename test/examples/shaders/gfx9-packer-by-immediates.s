; The packer is written by s_setreg_imm32_b32 on either side of a branch, the newest id is corrected on one.
; expect: pass
; chip: vega12
; wave: 64
; interlock: pixel_interlock_ordered
; arg: s[0:3] buffer_descriptor[0]
; arg: s4 prim_mask
; arg: s5 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  s_bitcmp0_b32 s5, 31
  s_cbranch_scc1 section
  s_bitcmp1_b32 s5, 28
  s_cbranch_scc1 second_packer
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 24, 2), 1
  s_branch have_packer
second_packer:
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 24, 2), 2
have_packer:
  s_bfe_u32 s10, s5, 0xa0010
  s_bfe_u32 s11, s5, 0xa0000
  s_cmp_le_u32 s10, s11
  s_cbranch_scc1 corrected
  s_addk_i32 s10, 1
corrected:
  s_not_b32 s11, s11
  s_add_i32 s10, s10, s11
again:
  s_add_i32 s12, src_pops_exiting_wave_id, s11
  s_cmp_le_u32 s12, s10
  s_cbranch_scc0 section
  s_sleep 3
  s_branch again
section:
  v_bfe_u32 v3, v2, 16, 16
  v_and_b32_e32 v2, 0xffff, v2
  v_lshl_or_b32 v2, v3, 6, v2
  v_lshlrev_b32_e32 v2, 2, v2
  buffer_load_dword v4, v2, s[0:3], 0 offen glc
  s_waitcnt vmcnt(0)
  v_lshl_add_u32 v4, v4, 1, 1
  buffer_store_dword v4, v2, s[0:3], 0 offen glc
  s_waitcnt vmcnt(0)
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
