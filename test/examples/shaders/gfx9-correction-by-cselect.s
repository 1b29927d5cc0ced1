; No conditional branch but the two that the protocol needs: packer and correction are chosen by s_cselect_b32.
; expect: pass
; chip: renoir
; wave: 64
; interlock: pixel_interlock_ordered
; arg: s[0:3] buffer_descriptor[0]
; arg: s4 prim_mask
; arg: s5 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  v_lshrrev_b32_e32 v5, 16, v2
  v_and_b32_e32 v6, 0xffff, v2
  v_lshl_add_u32 v5, v5, 6, v6
  v_lshlrev_b32_e32 v5, 2, v5
  s_cmp_lt_i32 s5, 0
  s_cbranch_scc0 section
  s_bitcmp1_b32 s5, 28
  s_cselect_b32 s20, 2, 1
  s_setreg_b32 hwreg(HW_REG_MODE, 24, 2), s20
  s_lshr_b32 s21, s5, 16
  s_and_b32 s21, s21, 0x3ff
  s_and_b32 s22, s5, 0x3ff
  s_cmp_gt_u32 s21, s22
  s_cselect_b32 s23, 1, 0
  s_add_u32 s21, s21, s23
  s_xor_b32 s22, s22, -1
  s_add_u32 s21, s21, s22
wait:
  s_mov_b32 s24, src_pops_exiting_wave_id
  s_add_u32 s24, s24, s22
  s_cmp_gt_u32 s24, s21
  s_cbranch_scc1 section
  s_sleep 1
  s_branch wait
section:
  buffer_load_dword v7, v5, s[0:3], 0 offen glc
  s_waitcnt vmcnt(0)
  v_mul_lo_u32 v7, v7, 5
  v_add_u32_e32 v7, 7, v7
  buffer_store_dword v7, v5, s[0:3], 0 offen glc
  s_waitcnt vmcnt(0) & lgkmcnt(0)
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
