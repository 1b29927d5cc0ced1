import { SIMDS_PER_WGP } from '../../arch/index.js';
import { NEVER } from '../ledger/wave-record.js';

/** The direct path of one local data share in one cycle: banks and SIMDs of its processor, a bit each. */
export interface DirectCycle {
  readonly cycle: number;
  readonly banks: number;
  readonly simds: number;
}

const NOTHING: DirectCycle = { cycle: NEVER, banks: 0, simds: 0 };

/** What the banks of one local data share did last. */
export class BankTime {
  /** First cycle in which they are through with the last indexed access. */
  indexedUntil = NEVER;
  private last = NOTHING;
  private before = NOTHING;

  /** What went on the direct path in this cycle, which is that of the last request or the one before it. */
  directIn(cycle: number): DirectCycle {
    if (this.last.cycle === cycle) return this.last;
    return this.before.cycle === cycle ? this.before : { ...NOTHING, cycle };
  }

  /** Whether they served something in a cycle that was told whole. */
  worked(cycle: number): boolean {
    return cycle < this.indexedUntil || this.directIn(cycle).simds !== 0;
  }

  /** Takes in a request on the direct path of a SIMD, counted through the engine. */
  read(cycle: number, simd: number, banks: number): void {
    const now = this.directIn(cycle);
    if (this.last.cycle !== cycle) this.before = this.last;
    this.last = { cycle, banks: now.banks | banks, simds: now.simds | (1 << (simd % SIMDS_PER_WGP)) };
  }
}

/** The banks of all local data shares, by work-group processor. */
export class Banks {
  private readonly times: BankTime[] = [];

  of(processor: number): BankTime {
    this.times[processor] ??= new BankTime();
    return this.times[processor];
  }
}
