import type { ExportOperation } from '../../../arch/index.js';

/** Number of sources in an export. */
const SOURCES = 4;

/** Returns the sources that an export reads. In a compressed export, each source contains two channels. */
export function getSources({
  enabled,
  compressed,
}: Pick<ExportOperation, 'enabled' | 'compressed'>): number[] {
  const sources: number[] = [];
  const channels = compressed ? 0b11 : 1;
  const count = compressed ? SOURCES / 2 : SOURCES;
  for (let source = 0; source < count; source++) {
    if (((enabled >>> (compressed ? 2 * source : source)) & channels) !== 0) sources.push(source);
  }
  return sources;
}
