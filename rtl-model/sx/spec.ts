import { EXPORT_TYPES, type ExportType, getExportTypeRanks } from '../../arch/index.js';
import { type KnobValues, setting } from '../../transactions/index.js';

const ONE_WRITER = setting('otherWriters', 'one');

/** Derives the parameters of the export path from a scenario's freedoms. */
export function deriveExportSpec({ exportBuses, exportPriority, otherWriters }: KnobValues) {
  const ranks = getExportTypeRanks(exportPriority);
  return {
    /** Maximum number of exports granted per cycle (P-082). */
    buses: exportBuses,
    /** Rank of each export type. Lower ranks go first (P-084). */
    ranks: Object.fromEntries(EXPORT_TYPES.map((type, index) => [type, ranks[index]])) as Record<
      ExportType,
      number
    >,
    /** Whether a destination other than colours and positions, too, takes only one export per cycle (P-091). */
    hasOneWriter: otherWriters === ONE_WRITER,
  };
}

/** The parameters of the export path. */
export type ExportSpec = Readonly<ReturnType<typeof deriveExportSpec>>;
