const ID_MASK = 0x3ff;

/**
 * Whether an exiting id lets a wave leave its poll loop: both ids are shifted by the complement of the wave's own, so that
 * within the window a smaller id is older, and the newest overlapped one must be strictly below (pops.md 5.4, W1…W12).
 * `newest` is the field after the generation's correction.
 */
export function letsEnter(wave: { readonly id: number }, newest: number, exiting: number): boolean {
  const offset = ~(wave.id & ID_MASK);
  return (newest + offset) >>> 0 < (exiting + offset) >>> 0;
}
