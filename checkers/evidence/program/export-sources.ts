import type { ExportOperation } from '../../../arch/index.js';

/** Sources per export. */
const SOURCES = 4;

/** Sources that an export reads; each source of a compressed export holds two channels. */
export function sourcesOf({
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
