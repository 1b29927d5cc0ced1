import type { ExportOperation } from '../../../arch/index.js';

const SOURCE_COUNT = 4;

/** Returns the indices of the sources that an export reads. In a compressed export, each holds two channels. */
export function getSources({
  enabled,
  compressed,
}: Pick<ExportOperation, 'enabled' | 'compressed'>): number[] {
  const sources: number[] = [];
  const channelMask = compressed ? 0b11 : 1;
  const count = compressed ? SOURCE_COUNT / 2 : SOURCE_COUNT;
  for (let source = 0; source < count; source++)
    if (((enabled >>> (compressed ? 2 * source : source)) & channelMask) !== 0) sources.push(source);
  return sources;
}
