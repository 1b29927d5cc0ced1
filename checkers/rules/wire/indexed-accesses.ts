import { findMax } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { LANES_PER_WORD } from '../../evidence/basics/words.js';
import { findSimd, findWaveProgram, getInstructionAt, getProcessor, type Ledgers } from '../../kit.js';

/** Number of LDS banks. Each is one dword wide, and consecutive dwords are in consecutive banks (P-120). */
export const BANKS = 32;
const DWORD_BYTES = 4;

/**
 * Returns the number of cycles for which an indexed access occupies the banks of its LDS. An access covers 32 lanes
 * per pass, and a pass takes one cycle per dword accessed in the busiest bank (P-128, P-133, P-134). Lanes that access
 * the same dword are served together, except for atomics (P-129). `isLaneExchange` marks lane exchanges, which take
 * one cycle per pass.
 */
function countBankCycles(
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

/** An indexed access that the banks have not started yet. */
export interface IndexedAccess {
  /** The cycle in which the access was issued. */
  readonly requestedCycle: number;
  /** The SIMD on which its wave runs. */
  readonly simd: number;
  /** The work-group processor whose banks serve it. */
  readonly processor: number;
  /** Number of cycles for which it occupies the banks. */
  readonly cycles: number;
}

/** The indexed accesses that are waiting for their processor's banks. */
export class IndexedAccesses {
  private readonly accesses = new Map<number, IndexedAccess>();

  constructor(private readonly ledgers: Ledgers) {}

  /** Adds an access. Ignores accesses to other memory, and accesses from waves with an unknown SIMD. */
  add(t: MemoryIssued): void {
    const { ledgers } = this;
    const simd = t.space === 'lds' ? findSimd(ledgers, t.wave) : undefined;
    if (simd === undefined) return;
    const program = findWaveProgram(ledgers, t.wave);
    const instruction = program === undefined ? undefined : getInstructionAt(program, t.pc);
    // An access with no active lanes still takes a turn.
    const cycles = Math.max(1, countBankCycles(t, instruction?.memory?.isLaneExchange === true));
    this.accesses.set(t.access, { requestedCycle: t.cycle, simd, processor: getProcessor(simd), cycles });
  }

  /**
   * Removes and returns the access with the given number, which the banks are starting. Returns undefined if it
   * is not waiting for the banks.
   */
  remove(access: number): IndexedAccess | undefined {
    const indexedAccess = this.accesses.get(access);
    if (indexedAccess !== undefined) this.accesses.delete(access);
    return indexedAccess;
  }
}
