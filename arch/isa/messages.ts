/** The number of the `s_sendmsg` message that ends an ordered section. GFX11 has none (pops.md 4, S-076). */
export const ORDERED_PS_DONE = 7;

/** The number of the GFX11 `s_sendmsg` message that frees the wave's vector registers (MSG_DEALLOC_VGPRS; pops.md 4). */
export const DEALLOC_VGPRS = 3;
