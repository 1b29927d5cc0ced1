import type { FaultTable } from '../context.js';
import type { CounterName, Gfx } from '../../arch/index.js';
import { factsOf, HWREG } from '../../arch/index.js';

/** What the sequencer drives. */
export interface SequencerOutputs {
  /** Whether the counter of a memory operation already falls when it is issued. */
  fallsAtIssue: () => boolean;
  /** Whether the counter of a message falls when it has left the wave. */
  messageReturns: () => boolean;
  /** Whether the packer selection outlives a write of that hardware register, which leaves its bits alone. */
  keepsPacker: (register: number) => boolean;
  /** Whether a trap handler gives the wave its packer selection back (U25). */
  restoresPacker: () => boolean;
  /** Whether an exit counts that comes after a branch to the early exit. */
  settlesBranch: () => boolean;
  /** Whether a wave that went to the trap handler for a failed translation comes back (P-147). */
  returnsFromTrap: () => boolean;
}

export const CLEAN_SEQUENCER: SequencerOutputs = {
  fallsAtIssue: () => false,
  messageReturns: () => true,
  keepsPacker: () => true,
  restoresPacker: () => true,
  settlesBranch: () => true,
  returnsFromTrap: () => true,
};

/** Faults of shader execution. */
export const SEQUENCER_FAULTS: FaultTable<SequencerOutputs> = {
  F61: () => ({ messageReturns: () => false }),
  F62: () => ({ fallsAtIssue: () => true }),
  F67: () => ({ keepsPacker: (register) => register !== HWREG.MODE }),
  F68: () => ({ restoresPacker: () => false }),
  F70: () => ({ settlesBranch: () => false }),
  F167: () => ({ returnsFromTrap: () => false }),
};

/** What the way into the section drives. */
export interface EntryOutputs {
  /** The id that a poll reads, given the one shown now and the one that it read last, -1 for none (S-044). */
  id: (shown: number, last: number) => number;
  /** Packer whose exiting id a poll reads, given the one selected, of this many (S-024). */
  source: (selected: number, packers: number) => number;
  /** Packer whose sleepers the exit of a wave wakes, of this many (S-048, U8). */
  wakes: (packer: number, packers: number) => number;
  /** Whether a wake that comes just before the sleep ends it, given that hardware remembers wakes (U9). */
  remembersWake: (remembers: boolean) => boolean;
  /** Whether a sleep is over after its time. */
  sleepEnds: () => boolean;
  /** Whether the event wait waits, given what its immediate asks for (S-055). */
  waits: (asked: boolean) => boolean;
  /** Whether export-ready is lowered when the next wave takes a slot. */
  lowersReady: () => boolean;
}

export const CLEAN_ENTRY: EntryOutputs = {
  id: (shown) => shown,
  source: (selected) => selected,
  wakes: (packer) => packer,
  remembersWake: (remembers) => remembers,
  sleepEnds: () => true,
  waits: (asked) => asked,
  lowersReady: () => true,
};

/** The lowest bit above an id. */
const ABOVE_ID = 1 << 10;

/** Faults of the way into the section. */
export const ENTRY_FAULTS: FaultTable<EntryOutputs> = {
  F54: () => ({ id: (shown, last) => (last < 0 ? shown : last) }),
  F55: () => ({ source: (selected, packers) => (selected + 1) % packers }),
  F56: () => ({ id: (shown) => shown | ABOVE_ID }),
  F57: () => ({ remembersWake: () => false }),
  F58: () => ({ wakes: (packer, packers) => (packer + 1) % packers }),
  F59: () => ({ sleepEnds: () => false }),
  F65: () => ({ waits: () => false }),
  F66: () => ({ lowersReady: () => false }),
};

/** What the issue slots drive. */
export interface IssueOutputs {
  /** Whether a wave that sleeps between two polls leaves its SIMD to others (S-046). */
  yields: () => boolean;
}

export const CLEAN_ISSUE: IssueOutputs = { yields: () => true };

/** Faults of the issue slots. */
export const ISSUE_FAULTS: FaultTable<IssueOutputs> = {
  F160: () => ({ yields: () => false }),
};

/** What messages, exports and ends drive. */
export interface DepartureOutputs {
  /** Whether a message waits until nothing of its wave is outstanding. */
  messageWaits: () => boolean;
  /** Whether a message or an export is passed over, given that no lane is on. */
  skips: (empty: boolean) => boolean;
  /** Whether the combined end waits for a counter (S-090). */
  endAwaits: (gfx: Gfx, counter: CounterName) => boolean;
}

export const CLEAN_DEPARTURES: DepartureOutputs = {
  messageWaits: () => false,
  skips: () => false,
  endAwaits: () => true,
};

/** Faults of what leaves a wave. */
export const DEPARTURE_FAULTS: FaultTable<DepartureOutputs> = {
  F60: () => ({ messageWaits: () => true }),
  F64: () => ({ endAwaits: (gfx, counter) => counter !== factsOf(gfx).storeCounter }),
  F69: () => ({ skips: (empty) => empty }),
};

/** What barriers drive. */
export interface BarrierOutputs {
  /** Whether this many waves of a group of this many, at the barrier or ended, open it. */
  opens: (come: number, waves: number) => boolean;
}

export const CLEAN_BARRIERS: BarrierOutputs = { opens: (come, waves) => come === waves };

/** Faults of barriers. */
export const BARRIER_FAULTS: FaultTable<BarrierOutputs> = {
  F168: () => ({ opens: (come, waves) => come >= waves - 1 }),
};
