// Makes a trace of the design's waves without trace.svh (docs/trace.md, "From a dump of signals").
import { defineSignalMap, type MapRecord } from 'pops-testbench/trace';

/** The design's slot-state encodings. */
const STATE = { entry: 2, load: 3, loadWait: 4, store: 5, storeWait: 6, exit: 7, last: 8 };
const ACCESSES = 64;
const SLOTS = 8;
const IDS = 1024;
const HANG_CYCLES = 1000;

/** Returns the numbers from 0 to `count` - 1. */
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const listAccessBits = (name: string): string[] => range(ACCESSES).map((i) => `${name}[${i}]`);

const signals = {
  scanned: 'scanned',
  primitives: 'primitives',
  visible: 'visible_id',
  exiting: 'exiting_id',
  accesses: 'accesses',
  quad: 'quad',
  pending: listAccessBits('is_pending'),
  performed: listAccessBits('is_performed'),
  cycle: 'cycle',
  lastEvent: 'last_event',
  state: range(SLOTS).map((i) => `slot_state[${4 * i + 3}:${4 * i}]`),
};
type Records = MapRecord<typeof signals>;

const perSlot = (record: (i: number) => Records): Records[] => range(SLOTS).map(record);
/** Identifies the wave in a slot. */
const waveIn = (i: number): { id: string } => ({ id: `slot_id[${10 * i + 9}:${10 * i}]` });
const stateSignal = (i: number): string => signals.state[i]!;

export default defineSignalMap({
  scope: 'testbench',
  clock: 'clock',
  active: { reset: 0 },
  signals,
  // Records within a cycle are written in this order.
  records: [
    { kind: 'draw-begin', when: { cycle: 1 } },
    // Memory is outside the design; the RTL testbench has a bit for each access in flight.
    ...range(ACCESSES).map(
      (i): Records => ({
        kind: 'memory-performed',
        when: ({ now, before }) =>
          now.pending[i] === 1 && before.performed[i] === 0 && now.performed[i] === 1,
        tag: i,
        level: 'L2',
      }),
    ),
    ...range(ACCESSES).map(
      (i): Records => ({
        kind: 'memory-returned',
        when: ({ now, before }) => before.pending[i] === 1 && now.pending[i] === 0,
        tag: i,
        counter: { value: `is_store[${i}]`, as: ['vm', 'vs'] },
      }),
    ),
    { kind: 'exiting-id-visible', when: ({ changed }) => changed('visible'), id: 'visible_id' },
    ...perSlot((i) => ({
      kind: 'exiting-id-polled',
      when: ({ now, changed }) => now.state[i] === STATE.entry && (changed('state', i) || changed('visible')),
      wave: waveIn(i),
      id: 'visible_id',
      pc: 68,
    })),
    ...perSlot((i) => ({
      kind: 'wait-done',
      when: { [stateSignal(i)]: STATE.loadWait, [`returned[${i}]`]: 1 },
      wave: waveIn(i),
      pc: 96,
    })),
    ...perSlot((i) => ({
      kind: 'wait-done',
      when: { [stateSignal(i)]: STATE.storeWait, [`returned[${i}]`]: 1 },
      wave: waveIn(i),
      pc: 116,
    })),
    ...perSlot((i) => ({
      kind: 'message-sent',
      when: { [stateSignal(i)]: STATE.exit },
      wave: waveIn(i),
      pc: 120,
      message: 7,
    })),
    ...perSlot((i) => ({
      kind: 'wave-ended',
      when: { [stateSignal(i)]: STATE.last },
      wave: waveIn(i),
      pc: 132,
      by: 'end',
    })),
    ...perSlot((i) => ({
      kind: 'resource-released',
      when: { [stateSignal(i)]: STATE.last },
      wave: waveIn(i),
      slot: i,
    })),
    {
      kind: 'wave-formed',
      when: 'formed',
      id: 'formed_id',
      didOverlap: 'formed_did_overlap',
      newest: 'formed_newest',
      reason: { value: 'formed_reason', as: ['full', 'overlap', 'draw-end'] },
    },
    { kind: 'launch-requested', when: 'formed', wave: { id: 'formed_id' } },
    { kind: 'draw-end', when: { formed: 1, draw_end: 1 } },
    {
      kind: 'primitive',
      when: ({ now, cycle, changed }) => now.scanned < now.primitives && (cycle === 1 || changed('scanned')),
      primitive: 'scanned',
    },
    // The quads of the next wave.
    {
      kind: 'quad',
      when: { quad_valid: 1, quad_ready: 1 },
      x: ({ now }) => 2 * (now.quad % 16),
      y: ({ now }) => 2 * Math.floor(now.quad / 16),
      primitive: 'scanned',
    },
    ...perSlot((i) => ({
      kind: 'wave-launched',
      when: `launch[${i}]`,
      wave: { id: 'waiting_id' },
      waveType: 'PS',
      slot: i,
      loadCycles: 'launch_cycles',
      holds: { vectorFirst: 16 * i, vectorRows: 16 },
    })),
    ...perSlot((i) => ({
      kind: 'memory-issued',
      when: `granted[${i}]`,
      wave: waveIn(i),
      tag: ({ now }) => now.accesses % ACCESSES,
      pc: ({ now }) => (now.state[i] === STATE.store ? 108 : 88),
      operation: { value: ({ now }) => now.state[i] === STATE.store, as: ['load', 'store'] },
      space: 'buffer',
      counter: { value: ({ now }) => now.state[i] === STATE.store, as: ['vm', 'vs'] },
      addresses: { lanes: ({ x, y }) => 0x100040000 + 4 * (32 * y + x) },
      bytes: 4,
      glc: true,
      dlc: ({ now }) => now.state[i] === STATE.load,
      slc: false,
    })),
    {
      kind: 'section-exit',
      when: 'exit_valid',
      wave: { id: 'exiting_id' },
      id: ({ now }) => (now.exiting + 1) % IDS,
    },
  ],
  finally: [
    { kind: 'quiesced' },
    // The RTL testbench also ends when nothing has happened for this long.
    {
      kind: 'quiesced',
      when: ({ now }) => now.cycle - now.lastEvent > HANG_CYCLES,
      waiting: [
        ...range(SLOTS).map((i) => ({
          when: { [stateSignal(i)]: STATE.entry },
          unit: 'wave',
          index: waveIn(i),
          pc: 68,
          cause: { on: 'exiting-id', packer: 0, exiting: 'visible_id' },
        })),
        {
          when: 'waits',
          unit: 'wave',
          index: { id: 'waiting_id' },
          cause: { on: 'launch-resource', resource: 'wave-slot' },
        },
      ],
    },
  ],
});
