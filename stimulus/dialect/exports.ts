import { factsOf, type Gfx, mnemonicOf } from '../../arch/index.js';

/** Properties of an export besides its target and sources. */
export interface ExportForm {
  /** Whether it is marked as the wave's last one. */
  readonly isLast: boolean;
  /** Each source holds two halves; only on generations with a bit for it. */
  readonly isPaired?: boolean;
  /** Whether it marks the valid lanes, if there is a bit for that; default: only the last export does. */
  readonly marksLanes?: boolean;
}

/** An export of four sources; drops bits not in the generation. */
export function exportText(
  gfx: Gfx,
  target: string,
  sources: string,
  { isLast, isPaired = false, marksLanes = isLast }: ExportForm,
): string {
  const { hasExportMaskBits } = factsOf(gfx);
  const compressed = isPaired && hasExportMaskBits ? ' compr' : '';
  return `${mnemonicOf('exp', gfx)} ${target} ${sources}${isLast ? ' done' : ''}${compressed}${marksLanes && hasExportMaskBits ? ' vm' : ''}`;
}

/** The last export of a wave that exports no channel; to the null target or, if there is none, the first colour. */
export function noExportText(gfx: Gfx, target = factsOf(gfx).hasNullTarget ? 'null' : 'mrt0'): string {
  return exportText(gfx, target, 'off, off, off, off', { isLast: true });
}
