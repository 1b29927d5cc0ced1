const ID_MASK = 0x3ff;

/**
 * Whether an exiting id lets a wave leave its poll loop. The complement of the wave's own id is added to both
 * ids, so that older ids in the window compare as smaller. The newest overlapped id must be strictly below the
 * exiting id (pops.md 5.4, W1…W12). `newest` must already be corrected as the generation requires.
 */
export function allowsEntry(wave: { readonly id: number }, newest: number, exiting: number): boolean {
  const offset = ~(wave.id & ID_MASK);
  return (newest + offset) >>> 0 < (exiting + offset) >>> 0;
}
