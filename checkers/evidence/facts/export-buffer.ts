import type { Ledgers } from './ledgers.js';

/** A buffer of SX that waves hold space of. */
export interface ExportBuffer {
  readonly kind: 'colour' | 'position';
  /** Packer or front end. */
  readonly index: number;
  /** Waves that can hold space of it at once. */
  readonly waves: number;
}

/** What holders of each buffer are kept under, one number a buffer. */
export function bufferKey({ kind, index }: ExportBuffer): number {
  return kind === 'colour' ? index : -1 - index;
}

/** A buffer as messages name it. */
export function bufferName({ kind, index }: ExportBuffer): string {
  return kind === 'colour' ? `the colour buffer of packer ${index}` : `position buffer ${index}`;
}

/**
 * The buffer that a wave has space of: the colour buffer of the packer that the transaction names, or the position buffer of
 * the front end of its draw (P-056, P-088, P-089); undefined for a wave that the stream never formed.
 */
export function exportBufferOf(
  { waves, background, scenario }: Ledgers,
  { wave, packer }: { readonly wave: number; readonly packer: number },
): ExportBuffer | undefined {
  const { exportSpace, positionBuffers, positionSpace } = scenario.freedoms;
  if (waves.find(wave) !== undefined) return { kind: 'colour', index: packer, waves: exportSpace };
  const work = background.find(wave)?.work;
  if (work?.kind !== 'geometry') return undefined;
  return { kind: 'position', index: work.frontEnd % positionBuffers, waves: positionSpace };
}
