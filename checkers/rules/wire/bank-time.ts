import { SIMDS_PER_WGP } from '../../../arch/index.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import { FairTurns, OVERTAKEN_MAX } from './fair-turns.js';

/** One local data share's direct path in one cycle: banks and SIMDs of its processor, a bit each. */
export interface DirectCycle {
  readonly cycle: number;
  readonly banks: number;
  readonly simds: number;
}

const NOTHING: DirectCycle = { cycle: NEVER, banks: 0, simds: 0 };

/** The two paths to the banks, which alternate. */
const WAYS = ['direct reads', 'indexed accesses'] as const;
const DIRECT = 0;
const INDEXED = 1;

/** What one local data share's banks did last. */
export class BankTime {
  /** First cycle in which they are done with the last indexed access. */
  indexedUntil = NEVER;
  private last = NOTHING;
  private before = NOTHING;
  private readonly ways = new FairTurns(WAYS.length);
  /** For each path, those of the four sequencers. */
  private readonly sequencers = WAYS.map(() => new FairTurns(SIMDS_PER_WGP));

  /** Direct path use in this cycle, which is that of the last request or the one before. */
  directIn(cycle: number): DirectCycle {
    if (this.last.cycle === cycle) return this.last;
    return this.before.cycle === cycle ? this.before : { ...NOTHING, cycle };
  }

  /** Whether they served something in a completely reported cycle. */
  worked(cycle: number): boolean {
    return cycle < this.indexedUntil || this.directIn(cycle).simds !== 0;
  }

  /** Records a SIMD's direct path request (numbered across the engine). */
  read(cycle: number, simd: number, banks: number): void {
    const now = this.directIn(cycle);
    if (this.last.cycle !== cycle) this.before = this.last;
    this.last = { cycle, banks: now.banks | banks, simds: now.simds | (1 << (simd % SIMDS_PER_WGP)) };
    this.grant(DIRECT, simd, cycle);
  }

  /** They start a SIMD's indexed access, which occupies them for this many cycles. */
  access(cycle: number, simd: number, cycles: number): void {
    this.indexedUntil = cycle + cycles;
    this.grant(INDEXED, simd, cycle);
  }

  /** What was served out of turn while a SIMD's read requested in that cycle waited; undefined if nothing was. */
  beforeRead(simd: number, asked: number): string | undefined {
    return this.unfair(DIRECT, simd, asked);
  }

  /** As `beforeRead`, for an indexed access. */
  beforeAccess(simd: number, asked: number): string | undefined {
    return this.unfair(INDEXED, simd, asked);
  }

  private grant(way: number, simd: number, cycle: number): void {
    this.ways.grant(way, cycle);
    this.sequencers[way].grant(simd % SIMDS_PER_WGP, cycle);
  }

  private unfair(way: number, simd: number, asked: number): string | undefined {
    const otherWay = this.ways.greedy(way, asked);
    if (otherWay !== undefined) return `${WAYS[otherWay]} get at most ${OVERTAKEN_MAX} turns before it.`;
    const other = this.sequencers[way].greedy(simd % SIMDS_PER_WGP, asked);
    return other === undefined
      ? undefined
      : `sequencer ${other} gets at most ${OVERTAKEN_MAX} turns while the access is the oldest of its sequencer.`;
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
