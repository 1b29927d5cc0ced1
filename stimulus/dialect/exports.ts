import { factsOf, type Gfx, mnemonicOf } from '../../arch/index.js';

/** What an export is beside its target and sources. */
export interface ExportForm {
  /** The last one of the wave, which says so. */
  readonly isLast: boolean;
  /** Each source holds two halves; generations without a bit for that have no such exports. */
  readonly isPaired?: boolean;
  /** It says which lanes count, where a bit for that exists; if absent, the last one does. */
  readonly saysLanes?: boolean;
}

/** An export of four sources; bits that a generation lacks are left out. */
export function exportText(
  gfx: Gfx,
  target: string,
  sources: string,
  { isLast, isPaired = false, saysLanes = isLast }: ExportForm,
): string {
  const { hasExportMaskBits } = factsOf(gfx);
  const compressed = isPaired && hasExportMaskBits ? ' compr' : '';
  return `${mnemonicOf('exp', gfx)} ${target} ${sources}${isLast ? ' done' : ''}${compressed}${saysLanes && hasExportMaskBits ? ' vm' : ''}`;
}

/** The last export of a wave that exports no channel; to the null target, or where there is none to the first colour. */
export function noExportText(gfx: Gfx, target = factsOf(gfx).hasNullTarget ? 'null' : 'mrt0'): string {
  return exportText(gfx, target, 'off, off, off, off', { isLast: true });
}
