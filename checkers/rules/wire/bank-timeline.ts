import { SIMDS_PER_WGP } from '../../../arch/index.js';
import { DefaultMap } from '../../evidence/basics/default-map.js';
import { NEVER } from '../../kit.js';
import { FairnessTracker, MAX_OVERTAKES } from './fair-turns.js';

/** The banks and SIMDs that used an LDS's direct path in one cycle, as bit masks. */
export interface DirectCycle {
  readonly cycle: number;
  readonly banks: number;
  readonly simds: number;
}

const IDLE: DirectCycle = { cycle: NEVER, banks: 0, simds: 0 };

/** The two paths to the banks, which take turns. */
const PATHS = ['direct reads', 'indexed accesses'] as const;
const DIRECT = 0;
const INDEXED = 1;

/** Tracks the most recent activity of one LDS's banks. */
export class BankTimeline {
  /** The cycle in which the banks become free of indexed accesses. */
  indexedUntil = NEVER;
  private last = IDLE;
  private previous = IDLE;
  private readonly pathTurns = new FairnessTracker(PATHS.length);
  /** The turns of the four sequencers on each path. */
  private readonly sequencers = PATHS.map(() => new FairnessTracker(SIMDS_PER_WGP));

  /**
   * Returns what used the direct path in the given cycle, which must be the cycle of the last request or the one
   * before it.
   */
  getDirectCycle(cycle: number): DirectCycle {
    if (this.last.cycle === cycle) return this.last;
    return this.previous.cycle === cycle ? this.previous : { ...IDLE, cycle };
  }

  /** Returns whether the banks served anything in a cycle whose events have all been reported. */
  wasBusy(cycle: number): boolean {
    return cycle < this.indexedUntil || this.getDirectCycle(cycle).simds !== 0;
  }

  /** Records a direct-path request from a SIMD, given by its engine-wide index. */
  recordRead(cycle: number, simd: number, banks: number): void {
    const current = this.getDirectCycle(cycle);
    if (this.last.cycle !== cycle) this.previous = this.last;
    this.last = { cycle, banks: current.banks | banks, simds: current.simds | (1 << (simd % SIMDS_PER_WGP)) };
    this.grant(DIRECT, simd, cycle);
  }

  /** Records the start of an indexed access from a SIMD, which occupies the banks for `cycles` cycles. */
  recordAccess(cycle: number, simd: number, cycles: number): void {
    this.indexedUntil = cycle + cycles;
    this.grant(INDEXED, simd, cycle);
  }

  /**
   * Describes how a SIMD's read, requested in the given cycle, was passed over too often while waiting. Returns
   * undefined if it was not.
   */
  describeReadStarvation(simd: number, requestedCycle: number): string | undefined {
    const sequencer = simd % SIMDS_PER_WGP;
    // The two SIMDs of a pair alternate (P-136).
    const partnerTurns = this.sequencers[DIRECT]!.countTurns(sequencer ^ 1, sequencer, requestedCycle);
    return partnerTurns > 1
      ? 'the paired SIMD gets one turn before this one.'
      : this.describeStarvation(DIRECT, simd, requestedCycle);
  }

  /** Like `describeReadStarvation`, for an indexed access. */
  describeAccessStarvation(simd: number, requestedCycle: number): string | undefined {
    return this.describeStarvation(INDEXED, simd, requestedCycle);
  }

  private grant(path: number, simd: number, cycle: number): void {
    this.pathTurns.grant(path, cycle);
    this.sequencers[path].grant(simd % SIMDS_PER_WGP, cycle);
  }

  private describeStarvation(path: number, simd: number, requestedCycle: number): string | undefined {
    const offendingPath = this.pathTurns.findRequesterOverLimit(path, requestedCycle);
    if (offendingPath !== undefined)
      return `at most ${MAX_OVERTAKES} ${PATHS[offendingPath]} may be served first.`;
    const offender = this.sequencers[path].findRequesterOverLimit(simd % SIMDS_PER_WGP, requestedCycle);
    return offender === undefined
      ? undefined
      : `sequencer ${offender} gets at most ${MAX_OVERTAKES} turns while the access is first in its sequencer's queue.`;
  }
}

/** Creates the LDS banks of all work-group processors. */
export function createBanks(): DefaultMap<number, BankTimeline> {
  return new DefaultMap(() => new BankTimeline());
}
