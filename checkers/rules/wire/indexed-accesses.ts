import type { MemoryIssued } from '../../../transactions/index.js';
import { findSimd, findWaveProgram, getInstructionAt, getProcessor, type Ledgers } from '../../kit.js';
import { countBankCycles } from './bank-cycles.js';

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
