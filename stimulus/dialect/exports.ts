import { factsOf, type Gfx, getMnemonic } from '../../arch/index.js';

/** The properties of an export other than its target and sources. */
export interface ExportOptions {
  /** Whether the export is marked as the last one of the wave. */
  readonly isLast: boolean;
  /** Whether each source holds two 16-bit values; ignored on generations that have no bit for this. */
  readonly isPaired?: boolean;
  /** Whether the export sets the valid-mask bit, if there is one; by default only the last export does. */
  readonly marksLanes?: boolean;
}

/** Formats an export of four sources, omitting bits that the generation lacks. */
export function formatExport(
  gfx: Gfx,
  target: string,
  sources: string,
  { isLast, isPaired = false, marksLanes = isLast }: ExportOptions,
): string {
  const { hasExportMaskBits } = factsOf(gfx);
  const compressed = isPaired && hasExportMaskBits ? ' compr' : '';
  return `${getMnemonic('exp', gfx)} ${target} ${sources}${isLast ? ' done' : ''}${compressed}${marksLanes && hasExportMaskBits ? ' vm' : ''}`;
}

/**
 * Formats the final export of a wave that exports nothing. It goes to the null target or, if there is none, to the
 * first colour.
 */
export function formatEmptyExport(gfx: Gfx, target = factsOf(gfx).hasNullTarget ? 'null' : 'mrt0'): string {
  return formatExport(gfx, target, 'off, off, off, off', { isLast: true });
}
