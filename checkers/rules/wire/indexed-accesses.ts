import type { MemoryIssued } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import { LANES_PER_WORD } from '../../evidence/basics/words.js';
import {
  findSimd,
  findWaveProgram,
  getInstructionAt,
  getProcessor,
  type Ledgers,
  memoise,
} from '../../kit.js';

/** Number of LDS banks. Each is one dword wide, and consecutive dwords are in consecutive banks (P-120). */
export const BANKS = 32;
const DWORD_BYTES = 4;

/** The dwords that a pass reads from each bank, and their number; reused, since shortening an array frees it. */
const DWORDS_BY_BANK: readonly number[][] = Array.from({ length: BANKS }, () => []);
const COUNTS = new Uint32Array(BANKS);

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
    let busiest = 0;
    COUNTS.fill(0);
    for (let remaining = half === 0 ? lanesLo : lanesHi; remaining !== 0; remaining &= remaining - 1) {
      const address = addresses[half * LANES_PER_WORD + 31 - Math.clz32(remaining & -remaining)];
      if (address < 0) continue;
      const first = Math.floor(address / DWORD_BYTES);
      for (let word = first; word < first + Math.ceil(bytes / DWORD_BYTES); word++) {
        const bank = word % BANKS;
        const dwords = DWORDS_BY_BANK[bank];
        let index = 0;
        if (operation === 'atomic') index = COUNTS[bank];
        else while (index < COUNTS[bank] && dwords[index] !== word) index++;
        if (index < COUNTS[bank]) continue;
        dwords[index] = word;
        busiest = Math.max(busiest, ++COUNTS[bank]);
      }
    }
    cycles += busiest;
  }
  return cycles;
}

/** An indexed access that the banks have not started yet. */
export type IndexedAccess = Readonly<NonNullable<ReturnType<typeof findIndexedAccess>>>;

/**
 * Returns the indexed access that a transaction issues. Returns undefined for accesses to other memory, and for those
 * of waves with an unknown SIMD.
 */
function findIndexedAccess(ledgers: Ledgers, t: MemoryIssued) {
  const simd = t.space === 'lds' ? findSimd(ledgers, t.wave) : undefined;
  if (simd === undefined) return undefined;
  const program = findWaveProgram(ledgers, t.wave);
  const instruction = program === undefined ? undefined : getInstructionAt(program, t.pc);
  return {
    requestedCycle: t.cycle,
    simd,
    processor: getProcessor(simd),
    /** Number of cycles for which it occupies the banks. An access with no active lanes still takes a turn. */
    cycles: Math.max(1, countBankCycles(t, instruction?.memory?.isLaneExchange === true)),
  };
}

/** `findIndexedAccess` for each stream. The result for the last transaction is kept for the other rules. */
const getFinder = memoise((ledgers: Ledgers) => {
  let last: MemoryIssued | undefined;
  let found: IndexedAccess | undefined;
  return (t: MemoryIssued): IndexedAccess | undefined => {
    if (t !== last) found = findIndexedAccess(ledgers, t);
    last = t;
    return found;
  };
});

/** The indexed accesses that are waiting for their processor's banks. */
export class IndexedAccesses {
  private readonly accesses = new NumberMap<IndexedAccess>();
  private readonly find: (t: MemoryIssued) => IndexedAccess | undefined;

  constructor(ledgers: Ledgers) {
    this.find = getFinder(ledgers);
  }

  /** Adds an access. Ignores accesses to other memory, and accesses from waves with an unknown SIMD. */
  add(t: MemoryIssued): void {
    if (t.space !== 'lds') return;
    const access = this.find(t);
    if (access !== undefined) this.accesses.set(t.access, access);
  }

  /**
   * Removes and returns the access with the given number, which the banks are starting. Returns undefined if it
   * is not waiting for the banks.
   */
  remove(access: number): IndexedAccess | undefined {
    return this.accesses.delete(access);
  }
}
