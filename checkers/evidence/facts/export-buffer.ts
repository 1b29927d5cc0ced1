import type { Ledgers } from './ledgers.js';

/** An SX buffer in which waves are allocated space. */
export interface ExportBuffer {
  readonly kind: 'colour' | 'position';
  /** Index of the packer or position buffer. */
  readonly index: number;
  /** Maximum number of waves that can hold space at the same time. */
  readonly maxWaves: number;
}

/** Returns a number that identifies a buffer. */
export function getBufferKey({ kind, index }: ExportBuffer): number {
  return kind === 'colour' ? index : -1 - index;
}

/** Returns the name of a buffer for messages. */
export function getBufferName({ kind, index }: ExportBuffer): string {
  return kind === 'colour' ? `the colour buffer of packer ${index}` : `position buffer ${index}`;
}

/**
 * Returns the buffer in which a wave is allocated space: the colour buffer of the transaction's packer, or the position
 * buffer of its draw's front end (P-056, P-088, P-089). Returns undefined for compute waves and for waves that are not
 * in the ledgers.
 */
export function getExportBuffer(
  { waves, background, scenario }: Ledgers,
  { wave, packer }: { readonly wave: number; readonly packer: number },
): ExportBuffer | undefined {
  const { exportSpace, positionBuffers, positionSpace } = scenario.freedoms;
  if (waves.find(wave) !== undefined) return { kind: 'colour', index: packer, maxWaves: exportSpace };
  const work = background.find(wave)?.work;
  if (work?.kind !== 'geometry') return undefined;
  return { kind: 'position', index: work.frontEnd % positionBuffers, maxWaves: positionSpace };
}
