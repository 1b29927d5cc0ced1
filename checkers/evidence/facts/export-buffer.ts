import type { Ledgers } from './ledgers.js';

/** An SX buffer that allocates space to waves. */
export interface ExportBuffer {
  readonly kind: 'colour' | 'position';
  /** Number of the packer, or of the position buffer. */
  readonly index: number;
  /** How many waves can hold space in it at once. */
  readonly wavesMax: number;
}

/** Returns a unique number for a buffer. */
export function bufferKey({ kind, index }: ExportBuffer): number {
  return kind === 'colour' ? index : -1 - index;
}

/** Returns the name of a buffer for messages. */
export function bufferName({ kind, index }: ExportBuffer): string {
  return kind === 'colour' ? `the colour buffer of packer ${index}` : `position buffer ${index}`;
}

/**
 * Returns the buffer in which a wave holds space: the colour buffer of the transaction's packer, or the
 * position buffer of its draw's front end (P-056, P-088, P-089). Returns undefined for compute waves, and for
 * waves that are not in the ledgers.
 */
export function exportBufferOf(
  { waves, background, scenario }: Ledgers,
  { wave, packer }: { readonly wave: number; readonly packer: number },
): ExportBuffer | undefined {
  const { exportSpace, positionBuffers, positionSpace } = scenario.freedoms;
  if (waves.find(wave) !== undefined) return { kind: 'colour', index: packer, wavesMax: exportSpace };
  const work = background.find(wave)?.work;
  if (work?.kind !== 'geometry') return undefined;
  return { kind: 'position', index: work.frontEnd % positionBuffers, wavesMax: positionSpace };
}
