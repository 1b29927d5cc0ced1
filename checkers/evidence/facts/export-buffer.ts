import type { Ledgers } from './ledgers.js';

/** An SX buffer in which waves hold space. */
export interface ExportBuffer {
  readonly kind: 'colour' | 'position';
  /** Number of the packer, or of the position buffer. */
  readonly index: number;
  /** Number of waves that can hold its space at once. */
  readonly wavesMax: number;
}

/** A number that identifies a buffer. */
export function bufferKey({ kind, index }: ExportBuffer): number {
  return kind === 'colour' ? index : -1 - index;
}

/** Name of a buffer in messages. */
export function bufferName({ kind, index }: ExportBuffer): string {
  return kind === 'colour' ? `the colour buffer of packer ${index}` : `position buffer ${index}`;
}

/**
 * The buffer in which a wave has space: the colour buffer of the transaction's packer, or the position buffer of its draw's front
 * end (P-056, P-088, P-089). Undefined for compute waves, and for waves not in the ledgers.
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
