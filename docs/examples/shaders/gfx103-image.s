; Read-modify-write of an image; its descriptor is loaded from a descriptor set before the entry.
; expect: pass
; chip: navi21
; wave: 64
; interlock: pixel_interlock_ordered
; arg: s0 descriptor_set[0]
; arg: s1 prim_mask
; arg: s2 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  s_mov_b32 s4, s0
  s_movk_i32 s5, 0x8000
  s_load_dwordx8 s[16:23], s[4:5], 0x0
  s_bitcmp1_b32 s2, 31
  s_cbranch_scc0 section
  s_bfe_u32 s6, s2, 0x2001c
  s_lshl1_add_u32 s6, s6, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s6
  s_bfe_u32 s7, s2, 0xa0010
  s_nand_b32 s8, s2, 0x3ff
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
  s_waitcnt lgkmcnt(0)
  image_load v4, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc dlc
  s_waitcnt vmcnt(0)
  v_lshl_add_u32 v4, v4, 1, 1
  image_store v4, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
  s_waitcnt_vscnt null, 0x0
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
