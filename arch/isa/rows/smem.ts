import type { MemoryRow } from './memory-row.js';
import { everywhere, renamedInGfx11 } from './row-base.js';

const WIDTHS = [
  ['dword', 'b32', 4],
  ['dwordx2', 'b64', 8],
  ['dwordx4', 'b128', 16],
  ['dwordx8', 'b256', 32],
  ['dwordx16', 'b512', 64],
] as const;

function makeLoads(prefix: string, first: number, usesDescriptor: boolean): MemoryRow[] {
  return WIDTHS.map(([oldType, newType, bytes], i) => {
    const row: MemoryRow = {
      family: 'memory',
      format: 'smem',
      name: renamedInGfx11(`${prefix}_${oldType}`, `${prefix}_${newType}`),
      opcode: everywhere(first + i),
      access: 'load',
      bytes,
    };
    return usesDescriptor ? { ...row, descriptor: 'buffer' } : row;
  });
}

/** Scalar loads. Loads through a buffer descriptor are range-checked. */
export const SMEM_ROWS: readonly MemoryRow[] = [
  ...makeLoads('s_load', 0, false),
  ...makeLoads('s_buffer_load', 8, true),
];
