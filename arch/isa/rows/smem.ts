import type { MemoryRow } from './memory-row.js';
import { everywhere, renamedByGfx11 } from './row-base.js';

const WIDTHS = [
  ['dword', 'b32', 4],
  ['dwordx2', 'b64', 8],
  ['dwordx4', 'b128', 16],
  ['dwordx8', 'b256', 32],
  ['dwordx16', 'b512', 64],
] as const;

function makeLoads(prefix: string, first: number, usesDescriptor: boolean): MemoryRow[] {
  return WIDTHS.map(([before, gfx11, bytes], i) => {
    const row: MemoryRow = {
      family: 'memory',
      format: 'smem',
      name: renamedByGfx11(`${prefix}_${before}`, `${prefix}_${gfx11}`),
      opcode: everywhere(first + i),
      access: 'load',
      bytes,
    };
    return usesDescriptor ? { ...row, descriptor: 'buffer' } : row;
  });
}

/** Scalar loads. Loads through a buffer descriptor check its range. */
export const SMEM_ROWS: readonly MemoryRow[] = [
  ...makeLoads('s_load', 0, false),
  ...makeLoads('s_buffer_load', 8, true),
];
