; A loop of another shape: it is entered in the middle, sleeps at the top, and branches back while the id has not passed.
; expect: pass
; chip: navi10
; wave: 64
; interlock: pixel_interlock_ordered
; arg: s[0:3] buffer_descriptor[0]
; arg: s4 prim_mask
; arg: s5 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  s_bitcmp1_b32 s5, 31
  s_cbranch_scc0 section
  s_bfe_u32 s40, s5, 0x2001c
  s_lshl_b32 s40, s40, 1
  s_or_b32 s40, s40, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s40
  s_bfe_u32 s41, s5, 0xa0010
  s_and_b32 s42, s5, 0x3ff
  s_not_b32 s42, s42
  s_add_u32 s41, s42, s41
  s_branch test
nap:
  s_sleep 2
test:
  s_add_u32 s43, s42, src_pops_exiting_wave_id
  s_cmp_gt_u32 s43, s41
  s_cbranch_scc0 nap
section:
  v_lshrrev_b32_e32 v3, 16, v2
  v_and_b32_e32 v2, 0xffff, v2
  v_lshl_or_b32 v2, v3, 6, v2
  v_lshlrev_b32_e32 v2, 2, v2
  buffer_load_dword v1, v2, s[0:3], 0 offen glc dlc
  s_waitcnt vmcnt(0)
  v_add_nc_u32_e32 v1, v1, v1
  v_xor_b32_e32 v1, 5, v1
  buffer_store_dword v1, v2, s[0:3], 0 offen glc
  s_waitcnt_vscnt null, 0x0
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
