; Read, modify and write of an image; the descriptor is awaited together with the event.
; expect: pass
; chip: navi31
; wave: 32
; interlock: pixel_interlock_ordered
; arg: s0 descriptor_set[0]
; arg: s1 prim_mask
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt

  s_mov_b32 s2, s0
  s_movk_i32 s3, 0x8000
  s_load_b256 s[8:15], s[2:3], 0x0
  v_lshrrev_b32_e32 v3, 16, v2
  v_and_b32_e32 v2, 0xffff, v2
  s_wait_event 0x0
  s_waitcnt lgkmcnt(0)
  image_load v4, v[2:3], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
  s_waitcnt vmcnt(0)
  v_lshl_add_u32 v4, v4, 1, 1
  image_store v4, v[2:3], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm
  s_waitcnt_vscnt null, 0x0
  exp mrt0 off, off, off, off done
  s_endpgm
