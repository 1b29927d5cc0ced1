const ID_MASK = 0x3ff;

/**
 * Returns whether an exiting id lets a wave leave its poll loop. Both ids are shifted by the complement of
 * the wave's own id, so that within the window a smaller id is older, and the newest overlapped id must be
 * strictly below the exiting one (pops.md 5.4, W1…W12). `newest` is the field after the generation's
 * correction.
 */
export function letsEnter(wave: { readonly id: number }, newest: number, exiting: number): boolean {
  const offset = ~(wave.id & ID_MASK);
  return (newest + offset) >>> 0 < (exiting + offset) >>> 0;
}
