; Four samples a pixel and one word for all of them, which a sample interlock does not order.
; expect: ORD-13
; chip: navi21
; wave: 32
; interlock: sample_interlock_ordered
; samples: 4
; arg: s[0:3] buffer_descriptor[0]
; arg: s4 prim_mask
; arg: s5 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 sample_coverage
; arg: v3 pos_fixed_pt

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
  v_lshrrev_b32_e32 v4, 16, v3
  v_and_b32_e32 v3, 0xffff, v3
  v_lshl_or_b32 v3, v4, 6, v3
  v_lshlrev_b32_e32 v3, 2, v3
  buffer_load_dword v5, v3, s[0:3], 0 offen glc dlc
  s_waitcnt vmcnt(0)
  v_lshl_add_u32 v5, v5, 1, 1
  buffer_store_dword v5, v3, s[0:3], 0 offen glc
  s_waitcnt_vscnt null, 0x0
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
