import { factsOf, type Gfx } from '../../../arch/index.js';
import type { Ledgers } from './ledgers.js';

/**
 * Whether export space is reserved for a draw's waves. On GFX11 and later, a draw without export formats gets none
 * (S-112). On GFX10, such a draw gets none if it sets the colour format to zero, because GFX10 then skips exports
 * (S-109, S-111).
 */
export function reservesSpace(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  const { SPI_SHADER_COL_FORMAT: colour, SPI_SHADER_Z_FORMAT: depth } = registers;
  const { withoutExportFormat } = factsOf(gfx);
  if (withoutExportFormat === 'exports-anyway') return true;
  if (withoutExportFormat === 'skips-exports' && colour === undefined) return true;
  return (colour ?? 0) !== 0 || (depth ?? 0) !== 0;
}

/**
 * Whether a draw's waves are known to execute their exports. GFX10 skips them if there is no export format (S-109,
 * S-111). If the draw does not set the colour format, they may be skipped.
 */
export function executesExports(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  if (factsOf(gfx).withoutExportFormat !== 'skips-exports') return true;
  return registers.SPI_SHADER_COL_FORMAT !== undefined && reservesSpace(gfx, registers);
}

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
