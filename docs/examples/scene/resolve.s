; Without an interlock: each invocation copies the word of its pixel to another buffer.
; chip: navi21
; wave: 32
; interlock: none
; resources: [{"name": "canvas", "kind": "buffer"}, {"name": "result", "kind": "buffer"}]
; arg: s[0:3] canvas
; arg: s[4:7] result
; arg: s8 prim_mask
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt
  v_and_b32 v3, 0xffff, v2
  v_lshrrev_b32 v4, 16, v2
  v_lshlrev_b32 v4, 8, v4
  v_lshl_add_u32 v3, v3, 2, v4
  buffer_load_dword v5, v3, s[0:3], 0 offen
  s_waitcnt vmcnt(0)
  buffer_store_dword v5, v3, s[4:7], 0 offen
  exp null off, off, off, off done vm
  s_endpgm
