import { EXPORT_TYPES } from '../../arch/index.js';
import { counted, type KindIn, ofWave } from './at.js';

/** The fields of the kinds from a wave's export requests to its messages. */
export const EXECUTION_ROWS = {
  'export-requested': ofWave({ pc: 'integer', type: EXPORT_TYPES, index: 'integer' }),
  'export-granted': ofWave({
    /** EXEC when the export was issued. */
    lanesLo: 'integer',
    lanesHi: 'integer',
    pc: 'integer',
    type: EXPORT_TYPES,
    index: 'integer',
    target: 'integer',
    enabled: 'integer',
    compressed: 'flag',
    data: 'i32',
  }),
  'sx-alloc': ofWave({ packer: 'integer' }),
  'sx-freed': ofWave({ packer: 'integer' }),
  'instructions-issued': ofWave({ first: 'integer', last: 'integer' }),
  'code-line-served': ofWave({
    /** The cycle of the request. */
    asked: 'integer',
    /** Index of the 64-byte line in program memory. */
    line: 'integer',
    /** The number of the bank in the cache of the wave's work-group processor. */
    bank: 'integer',
    /** The cycle in which the line reaches the sequencer. */
    arrives: 'integer',
  }),
  'hwreg-written': ofWave({
    pc: 'integer',
    register: 'integer',
    offset: 'integer',
    size: 'integer',
    /** The value of the register after the write. */
    value: 'integer',
  }),
  'exiting-id-polled': ofWave({ packer: 'integer', id: 'integer', pc: 'integer' }),
  'wait-done': counted({ pc: 'integer' }),
  'event-wait-done': ofWave({ pc: 'integer', immediate: 'integer' }),
  slept: ofWave({ pc: 'integer', duration: 'integer' }),
  woken: ofWave({ by: ['exit', 'time'] }),
  'message-sent': counted({ pc: 'integer', message: 'integer' }),
} as const;

type Execution<K extends keyof typeof EXECUTION_ROWS> = KindIn<typeof EXECUTION_ROWS, K>;

/**
 * The wave requests the export bus (P-083) for an export or a GDS access. `index` is the packer number for colour
 * exports, or the array number for position exports. `pc` is the instruction's byte offset.
 */
export interface ExportRequested extends Execution<'export-requested'> {}
/**
 * The wave drives the bus with the current contents of its registers (P-086, P-087). A wave's requests are granted in
 * order. A GDS access has `target` -1 and no `data` here, because its words are in its `memory-issued` event. `enabled`
 * has one bit per source; `data` (borrowed) holds the enabled sources' words, indexed by `word * lanes + lane`, and is
 * empty if there are none. `compressed` means that there are two values per word. `pc` and `index` have the
 * same meaning as in `ExportRequested`; `lanesLo` and `lanesHi` are EXEC, one bit per lane.
 */
export interface ExportGranted extends Execution<'export-granted'> {}
/** The wave is allocated export space (P-080); `packer` is -1 for position buffers. */
export interface SxAllocated extends Execution<'sx-alloc'> {}
/** The wave releases its export space (trace.md). `packer` is its packer number, or -1 for position buffers. */
export interface SxFreed extends Execution<'sx-freed'> {}
/**
 * The instructions at byte offsets `first` to `last` were issued in sequence, without a taken branch in
 * between (trace.md).
 */
export interface InstructionsIssued extends Execution<'instructions-issued'> {}
/** An instruction cache bank serves a wave's request for a line of code (P-099 to P-106). */
export interface CodeLineServed extends Execution<'code-line-served'> {}
/**
 * A wave wrote `size` bits, starting at bit `offset`, of hardware register number `register`. `pc` is the instruction's
 * byte offset (trace.md).
 */
export interface HwregWritten extends Execution<'hwreg-written'> {}
/**
 * A poll of packer number `packer` read exiting id `id`. Repeated polls with the same result are reported only once,
 * unless they could have seen a newer id. `pc` is the instruction's byte offset (trace.md).
 */
export interface ExitingIdPolled extends Execution<'exiting-id-polled'> {}
/** A counter wait ended. `pc` is the instruction's byte offset (trace.md). */
export interface WaitDone extends Execution<'wait-done'> {}
/**
 * `s_wait_event` let the wave proceed: its export space was granted and the overlapped waves are done (S-054).
 * `pc` is the instruction's byte offset and `immediate` its operand.
 */
export interface EventWaitDone extends Execution<'event-wait-done'> {}
/** A wave went to sleep for at most `duration` cycles; `pc` is the instruction's byte offset (trace.md). */
export interface Slept extends Execution<'slept'> {}
/** A sleeping wave woke up. `by` says why: another wave exited, or the sleep timed out (trace.md). */
export interface Woken extends Execution<'woken'> {}
/** A wave sent message number `message`; `pc` is the instruction's byte offset (trace.md). */
export interface MessageSent extends Execution<'message-sent'> {}
