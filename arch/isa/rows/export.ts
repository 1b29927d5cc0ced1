import type { ExportRow } from './row.js';
import { everywhere } from './row-base.js';

/** The export instruction has no opcode field. */
export const EXPORT_ROWS: readonly ExportRow[] = [
  { family: 'export', format: 'exp', name: 'exp', opcode: everywhere(0) },
];
