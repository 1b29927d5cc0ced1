import type { MemoryIssued } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { processorOf, simdOf } from '../../evidence/facts/places.js';
import { programOfWave } from '../../evidence/findings/any-wave.js';
import { instructionAt } from '../../evidence/program/programs.js';
import { bankCycles } from './bank-cycles.js';

/** An indexed access that the banks have not begun with. */
export interface IndexedAccess {
  /** Cycle of its issue. */
  readonly asked: number;
  /** SIMD of its wave, and the work-group processor whose banks serve it. */
  readonly simd: number;
  readonly processor: number;
  /** Cycles for which it keeps them busy. */
  readonly cycles: number;
}

/** The indexed accesses that wait for the banks of their processor. */
export class IndexedAccesses {
  private readonly waiting = new Map<number, IndexedAccess>();

  constructor(private readonly ledgers: Ledgers) {}

  /** Takes in an access; those to other memory, and those of waves whose SIMD is unknown, count for nothing. */
  ask(t: MemoryIssued): void {
    const { ledgers } = this;
    const simd = t.space === 'lds' ? simdOf(ledgers, t.wave) : undefined;
    if (simd === undefined) return;
    const program = programOfWave(ledgers, t.wave);
    const instruction = program === undefined ? undefined : instructionAt(program, t.pc);
    // An access without lanes has its turn, too.
    const cycles = Math.max(1, bankCycles(t, instruction?.memory?.betweenLanes === true));
    this.waiting.set(t.access, { asked: t.cycle, simd, processor: processorOf(simd), cycles });
  }

  /** The access of that number, with which the banks begin now; undefined for any other. */
  begin(access: number): IndexedAccess | undefined {
    const about = this.waiting.get(access);
    if (about !== undefined) this.waiting.delete(access);
    return about;
  }
}
