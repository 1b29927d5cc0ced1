import type { MemoryOperation } from '../../arch/index.js';
import type { FaultTable } from '../context.js';

/** What caches and counters drive. */
export interface MemoryOutputs {
  /** What goes out for an instruction's operation. */
  readonly sent: (operation: MemoryOperation) => MemoryOperation;
  /** Stores are complete in L0, whatever their bits. */
  readonly storesStayInL0: boolean;
  /** L0 serves loads, whatever their bits. */
  readonly ignoresGlc: boolean;
  /** GL1 serves loads, whatever their bits. */
  readonly ignoresGl1Bits: boolean;
  /** The scalar cache serves scalar loads, whatever their bits. */
  readonly ignoresScalarGlc: boolean;
  /** An access that passes a cache leaves the line there. */
  readonly keepsPassedLines: boolean;
  /** Stores write their lines whole, as they were at issue. */
  readonly writesWholeLines: boolean;
  /** Images have lines of their own in L0, although other bindings reach the same memory. */
  readonly separatesBindings: boolean;
  /** Whether accesses of a kind come back in the order in which they were issued (MEM_ORDERED). */
  readonly keepsOrder: (operation: MemoryOperation) => boolean;
  /** Whether a counter falls without regard to when its access performs. */
  readonly returnsApart: (operation: MemoryOperation, replayed: boolean) => boolean;
  /** Address units stop once no more stimulus will come, and go on with an access when a timer says so. */
  readonly restsInCalm: boolean;
}

/** Cycles of the timer that address units wait for where they rest. */
export const REST_CYCLES = 1 << 17;

export const CLEAN_MEMORY: MemoryOutputs = {
  sent: (operation) => operation,
  storesStayInL0: false,
  ignoresGlc: false,
  ignoresGl1Bits: false,
  ignoresScalarGlc: false,
  keepsPassedLines: false,
  writesWholeLines: false,
  separatesBindings: false,
  keepsOrder: () => true,
  returnsApart: () => false,
  restsInCalm: false,
};

/** Faults of caches and memory paths (faults.md H). */
export const MEMORY_FAULTS: FaultTable<MemoryOutputs> = {
  F63: () => ({ keepsOrder: ({ access }) => access !== 'load' }),
  F147: () => ({ storesStayInL0: true }),
  F148: () => ({ ignoresGlc: true }),
  F149: () => ({ ignoresGl1Bits: true }),
  F150: () => ({ keepsPassedLines: true }),
  F151: () => ({ writesWholeLines: true }),
  F153: () => ({ ignoresScalarGlc: true }),
  F154: () => ({ returnsApart: ({ access }) => access === 'store' }),
  F155: () => ({ returnsApart: ({ access, returns }) => access === 'atomic' && !returns }),
  F156: () => ({ separatesBindings: true }),
  F157: () => ({ returnsApart: ({ access }, replayed) => access === 'store' && replayed }),
  F185: () => ({ restsInCalm: true }),
  F209: () => ({
    sent: (operation) => (operation.access === 'load' ? { ...operation, glc: false } : operation),
  }),
};
