import { findMax } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { LANES_PER_WORD } from '../../evidence/basics/lanes.js';

/** Number of LDS banks. Each is one dword wide, and consecutive dwords are in consecutive banks (P-120). */
export const BANKS = 32;
const DWORD_BYTES = 4;

/**
 * Returns the number of cycles for which an indexed access occupies the banks of its LDS. An access covers 32 lanes
 * per pass, and a pass takes one cycle per dword accessed in the busiest bank (P-128, P-133, P-134). Lanes that access
 * the same dword are served together, except for atomics (P-129). `isLaneExchange` marks lane exchanges, which take
 * one cycle per pass.
 */
export function countBankCycles(
  { lanesLo, lanesHi, addresses, bytes, operation }: MemoryIssued,
  isLaneExchange: boolean,
): number {
  if (isLaneExchange) return (lanesLo === 0 ? 0 : 1) + (lanesHi === 0 ? 0 : 1);
  let cycles = 0;
  for (let half = 0; half < 2; half++) {
    const dwordCounts = new Int32Array(BANKS);
    const countedWords = new Set<number>();
    for (let remaining = half === 0 ? lanesLo : lanesHi; remaining !== 0; remaining &= remaining - 1) {
      const address = addresses[half * LANES_PER_WORD + 31 - Math.clz32(remaining & -remaining)];
      if (address < 0) continue;
      const first = Math.floor(address / DWORD_BYTES);
      for (let word = first; word < first + Math.ceil(bytes / DWORD_BYTES); word++) {
        if (operation === 'atomic' || !countedWords.has(word)) dwordCounts[word % BANKS]++;
        countedWords.add(word);
      }
    }
    cycles += findMax(dwordCounts);
  }
  return cycles;
}
