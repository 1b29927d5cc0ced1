import { EXPORT_TYPES, type ExportType, exportTypeRanks } from '../../arch/index.js';
import type { Freedoms } from '../../transactions/index.js';

/** Parameters of the export path. */
export interface ExportSpec {
  /** Exports that the arbiter grants in a cycle at most (P-082). */
  readonly buses: number;
  /** Rank of each type of export; the lowest goes first (P-084). */
  readonly ranks: Readonly<Record<ExportType, number>>;
}

/** The export path that a scenario's freedoms describe. */
export function exportSpec({ exportBuses, exportPriority }: Freedoms): ExportSpec {
  const ranks = exportTypeRanks(exportPriority);
  return {
    buses: exportBuses,
    ranks: Object.fromEntries(EXPORT_TYPES.map((type, index) => [type, ranks[index]])) as Record<
      ExportType,
      number
    >,
  };
}
