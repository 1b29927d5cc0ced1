; The vector registers are given back ahead of the done export.
; expect: EXP-08
; chip: navi31
; wave: 32
; interlock: pixel_interlock_ordered
; arg: s[0:3] buffer_descriptor[0]
; arg: s4 prim_mask
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  v_lshrrev_b32_e32 v3, 16, v2
  v_and_b32_e32 v2, 0xffff, v2
  v_lshl_or_b32 v2, v3, 6, v2
  v_lshlrev_b32_e32 v2, 2, v2
  s_wait_event 0x0
  buffer_load_b32 v1, v2, s[0:3], 0 offen glc
  s_waitcnt vmcnt(0)
  v_add_nc_u32_e32 v1, 1, v1
  buffer_store_b32 v1, v2, s[0:3], 0 offen
  s_waitcnt_vscnt null, 0x0
  s_nop 0
  s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
  exp mrt0 off, off, off, off done
  s_endpgm
