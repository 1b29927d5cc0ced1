import { type CosimMessage, type CosimTraits, design, host } from './message-rows.js';
import { UNIT_MESSAGES } from './unit-messages.js';

/** Version of the protocol between the testbench and a design. */
export const COSIM_VERSION = 1;

/** Maximum number of cycles for which the host may stall an output. */
export const MAX_HOLD = 100;

const ENDS: CosimTraits = { ends: true };
const CYCLE = 'cycle of the event';

/** All messages of the protocol. */
export const COSIM_MESSAGES: readonly CosimMessage[] = [
  host(
    'hello',
    { lowest: 'oldest version the host supports', highest: 'newest version it supports' },
    'First line. The design answers with `welcome`.',
    ENDS,
  ),
  design(
    'welcome',
    { version: 'the version to use from here on' },
    'Answer to `hello`: the newest version that both support, or the design’s own if there is none.',
    ENDS,
  ),
  host(
    'set',
    { setting: { text: 'name of the setting', names: 'setting' }, value: 'its value' },
    'A setting for the test about to begin. A design ignores settings that it does not know.',
  ),
  host(
    'begin',
    {},
    'A test begins at cycle 0: the design returns to its reset state and answers with `ready`.',
    ENDS,
  ),
  design(
    'ready',
    { window: 'cycles from an input to the earliest output that it may cause, at least 1' },
    'Answer to `begin`.',
    ENDS,
  ),
  host(
    'step',
    { until: 'all inputs before this cycle have been sent' },
    'The design simulates every cycle before `until`, sends its outputs, and ends with `done`.',
    ENDS,
  ),
  design(
    'done',
    {
      next: 'the next cycle after `until` in which the design needs a step even if there are no inputs, or -1 if there is none',
    },
    'Answer to `step`.',
    ENDS,
  ),
  host(
    'end',
    {},
    'The test is over. The design does not answer. Next comes `set`, `begin` or the end of the input.',
  ),
  design(
    'credit',
    {
      message: { text: 'name of a host message', names: 'host' },
      count: 'how many more of them the design accepts',
    },
    'Back-pressure from the design. Before `ready`, it limits a message that is otherwise unlimited; in an answer to `step`, it adds to the limit.',
  ),
  host(
    'grant',
    {
      cycle: CYCLE,
      message: { text: 'name of a design message', names: 'design' },
      count: 'how many more of them the host accepts',
    },
    'Back-pressure from the host (`--hold`). Before `begin`, it limits a message that is otherwise unlimited; later, it adds to the limit.',
  ),
  ...UNIT_MESSAGES,
];

/** Test settings that the host sends to a design with `set`. */
export const COSIM_SETTINGS = [
  { name: 'unit', text: 'the unit that the design replaces: its number under "Units"' },
  { name: 'generation', text: '90, 100, 103, 110 or 115: GFX9 to GFX11.5' },
  { name: 'exits_by_export', text: '1 if an export with `done` ends a section (GFX11), 0 if a message does' },
  { name: 'packers', text: 'number of packers, each with its own ids' },
  { name: 'id_start', text: 'id of the first wave of each packer' },
  { name: 'id_wrap', text: 'largest id; wraps to 0' },
  { name: 'id_window', text: 'maximum distance between the id of the oldest unfinished wave and a new one' },
  {
    name: 'visible_least',
    text: 'minimum number of cycles from a counted exit until polls read its exiting id',
  },
  {
    name: 'visible_most',
    text: 'maximum number of cycles from a counted exit until polls read its exiting id',
  },
  {
    name: 'newest_one_too_few',
    text: '1 if the reported id is one too small for a wave from before the last wrap (GFX9), otherwise 0',
  },
  { name: 'overlap_entries', text: 'number of entries in a packer’s overlap table' },
  { name: 'seed', text: 'seed for random decisions of the design; 31 bits' },
  {
    name: 'mark_cycle',
    text: 'when a stored failure is rerun, the cycle of its first error, which the design can mark in its wave dump, or -1 if there is none',
  },
] as const;

/** The name of a setting. */
export type CosimSetting = (typeof COSIM_SETTINGS)[number]['name'];

const BY_NAME: ReadonlyMap<string, CosimMessage> = new Map(
  COSIM_MESSAGES.map((message) => [message.name, message]),
);

/** Returns the message with the given name, or undefined. */
export function findCosimMessage(name: string): CosimMessage | undefined {
  return BY_NAME.get(name);
}
