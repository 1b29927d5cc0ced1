// Makes a trace from the signals of two_waves.v (docs/trace.md, "From a dump of signals").
import { defineSignalMap, type MapRecord } from 'pops-testbench/trace';

/** The design's state encodings. */
const STATE = { entry: 1, load: 2, store: 4, message: 6 };
const SLOTS = [0, 1] as const;

const inSlots = (name: string): string[] => SLOTS.map((i) => `slots[${i}].${name}`);
const signals = { visible: 'visible_id', state: inSlots('state'), inStore: inSlots('in_store') };
type Records = MapRecord<typeof signals>;

/** Returns one record per slot. */
const perSlot = (record: (i: number) => Records): Records[] => SLOTS.map(record);

export default defineSignalMap({
  scope: 'two_waves',
  clock: 'clock',
  active: { reset: 0 },
  signals,
  // Records within a cycle are written in this order.
  records: [
    { kind: 'draw-begin', when: { cycle: 1 } },
    ...perSlot((i) => ({ kind: 'primitive', when: { cycle: 1 }, primitive: i })),
    ...perSlot((i) => ({ kind: 'quad', when: `formed[${i}]`, x: 0, y: 0, primitive: i })),
    ...perSlot((i) => ({
      kind: 'wave-formed',
      when: `formed[${i}]`,
      id: i,
      didOverlap: i === 1,
      newest: 0,
      reason: i === 0 ? 'overlap' : 'draw-end',
    })),
    { kind: 'draw-end', when: 'formed[1]' },
    { kind: 'exiting-id-visible', when: ({ changed }) => changed('visible'), id: 'visible_id' },
    // Only wave 1 has to poll. Each `pc` is the address of an instruction in the program.
    {
      kind: 'exiting-id-polled',
      when: { 'slots[1].state': STATE.entry },
      wave: { id: 1 },
      id: 'visible_id',
      pc: 68,
    },
    ...perSlot((i) => ({ kind: 'memory-performed', when: `slots[${i}].performs`, tag: i, level: 'L2' })),
    ...perSlot((i) => ({
      kind: 'memory-returned',
      when: `slots[${i}].returns`,
      tag: i,
      counter: { value: `slots[${i}].in_store`, as: ['vm', 'vs'] },
    })),
    ...perSlot((i) => ({
      kind: 'wait-done',
      when: `slots[${i}].returns`,
      wave: { id: i },
      pc: ({ now }) => (now.inStore[i] === 1 ? 116 : 96),
    })),
    ...perSlot((i) => ({
      kind: 'memory-issued',
      when: ({ now }) => now.state[i] === STATE.load || now.state[i] === STATE.store,
      wave: { id: i },
      tag: i,
      pc: ({ now }) => (now.inStore[i] === 1 ? 108 : 88),
      operation: { value: `slots[${i}].in_store`, as: ['load', 'store'] },
      space: 'buffer',
      counter: { value: `slots[${i}].in_store`, as: ['vm', 'vs'] },
      addresses: { lanes: ({ x, y }) => 0x100040000 + 4 * (32 * y + x) },
      bytes: 4,
      glc: true,
      dlc: ({ now }) => now.state[i] === STATE.load,
      slc: false,
    })),
    ...perSlot((i) => ({
      kind: 'message-sent',
      when: { [`slots[${i}].state`]: STATE.message },
      wave: { id: i },
      pc: 120,
      message: 7,
    })),
    ...perSlot((i) => ({ kind: 'wave-ended', when: `ends[${i}]`, wave: { id: i }, pc: 132, by: 'end' })),
    ...perSlot((i) => ({ kind: 'section-exit', when: `exited[${i}]`, wave: { id: i }, id: i + 1 })),
  ],
  finally: [{ kind: 'quiesced' }],
});
