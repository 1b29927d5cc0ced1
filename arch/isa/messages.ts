/** Number of the `s_sendmsg` message that ends an ordered section; GFX11 has none (pops.md 4, S-076). */
export const ORDERED_PS_DONE = 7;
