; Each invocation adds one to the word of its pixel in the section.
; chip: navi21
; wave: 32
; resources: [{"name": "canvas", "kind": "buffer"}]
; arg: s[0:3] canvas
; arg: s4 prim_mask
; arg: s5 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt
  v_and_b32 v3, 0xffff, v2
  v_lshrrev_b32 v4, 16, v2
  v_lshlrev_b32 v4, 8, v4
  v_lshl_add_u32 v3, v3, 2, v4
  s_bitcmp1_b32 s5, 31
  s_cbranch_scc0 body
  s_bfe_u32 s7, s5, 0x2001c
  s_lshl1_add_u32 s7, s7, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s7
  s_bfe_u32 s8, s5, 0xa0010
  s_nand_b32 s9, s5, 0x3ff
  s_add_i32 s8, s8, s9
loop:
  s_add_i32 s10, src_pops_exiting_wave_id, s9
  s_cmp_lt_u32 s8, s10
  s_cbranch_scc1 body
  s_sleep 0xffff
  s_branch loop
body:
  buffer_load_dword v5, v3, s[0:3], 0 offen glc dlc
  s_waitcnt vmcnt(0)
  v_add_nc_u32_e32 v5, 1, v5
  buffer_store_dword v5, v3, s[0:3], 0 offen glc
  s_waitcnt_vscnt null, 0x0
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  exp null off, off, off, off done vm
  s_endpgm
