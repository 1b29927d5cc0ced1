import { type CosimMessage, type CosimTraits, design, host } from './message-rows.js';
import { UNIT_MESSAGES } from './unit-messages.js';

/** Version of the protocol between the testbench and a design. */
export const COSIM_VERSION = 1;

/** Cycles for which the host may hold off an output at most. */
export const HOLD_MAX = 100;

const ENDS: CosimTraits = { ends: true };
const CYCLE = 'cycle of the event';

/** Every message. */
export const COSIM_MESSAGES: readonly CosimMessage[] = [
  host(
    'hello',
    { lowest: 'oldest version that the host speaks', highest: 'newest version that it speaks' },
    'First line. The design answers with `welcome`.',
    ENDS,
  ),
  design(
    'welcome',
    { version: 'the version that both use from now on' },
    'Answer to `hello`: the newest version that both speak, or the design’s own if there is none.',
    ENDS,
  ),
  host(
    'set',
    { setting: { what: 'name of the setting', names: 'setting' }, value: 'its value' },
    'A setting of the test that begins. A design ignores the settings that it does not know.',
  ),
  host(
    'begin',
    {},
    'A test begins at cycle 0: the design returns to its reset state and answers with `ready`.',
    ENDS,
  ),
  design(
    'ready',
    { window: 'cycles from an input to the earliest output that it may cause, 1 at least' },
    'Answer to `begin`.',
    ENDS,
  ),
  host(
    'step',
    { until: 'all inputs before this cycle have been sent' },
    'The design simulates every cycle before `until`, says its outputs, and ends with `done`.',
    ENDS,
  ),
  design(
    'done',
    {
      next: 'cycle at which the host has to step it again even without inputs, later than `until`; -1: never',
    },
    'Answer to `step`.',
    ENDS,
  ),
  host('end', {}, 'The test is over; no answer. Either `set`, `begin` or the end of the input follows.'),
  design(
    'credit',
    {
      message: { what: 'name of a message of the host', names: 'host' },
      count: 'how many more of them the design takes',
    },
    'Back-pressure of the design. Before `ready`, it limits a message that is otherwise unlimited; in an answer to `step`, it adds to the limit.',
  ),
  host(
    'grant',
    {
      cycle: CYCLE,
      message: { what: 'name of a message of the design', names: 'design' },
      count: 'how many more of them the host takes',
    },
    'Back-pressure of the host (`--hold`). Before `begin`, it limits a message that is otherwise unlimited; later, it adds to the limit.',
  ),
  ...UNIT_MESSAGES,
];

/** What a design is told of a test, by `set`. */
export const COSIM_SETTINGS = [
  { name: 'unit', what: 'the unit whose place the design takes: its number under "Units"' },
  { name: 'generation', what: '90, 100, 103, 110 or 115: GFX9 to GFX11.5' },
  { name: 'exits_by_export', what: '1: an export with `done` ends a section (GFX11); 0: a message does' },
  { name: 'packers', what: 'packers, each with ids of its own' },
  { name: 'id_start', what: 'id of the first wave of each packer' },
  { name: 'id_wrap', what: 'largest id; 0 follows' },
  { name: 'id_window', what: 'most ids from the oldest unfinished wave to a new one' },
  { name: 'visible_least', what: 'least cycles from a counted exit to its exiting id at polls' },
  { name: 'visible_most', what: 'most cycles of the same' },
  {
    name: 'newest_one_too_few',
    what: '1: a wave reports the id of a wave from before the last wrap one too small (GFX9)',
  },
  { name: 'overlap_entries', what: 'entries of the overlap table of a packer' },
  { name: 'seed', what: 'where the design takes its own chance from; 31 bits' },
  {
    name: 'mark_cycle',
    what: 'cycle of the first error of a stored failure that runs again, to be marked in waves that the design dumps; -1: none',
  },
] as const;

/** Name of a setting. */
export type CosimSetting = (typeof COSIM_SETTINGS)[number]['name'];

const BY_NAME: ReadonlyMap<string, CosimMessage> = new Map(
  COSIM_MESSAGES.map((message) => [message.name, message]),
);

/** The message with this name; undefined for none. */
export function cosimMessage(name: string): CosimMessage | undefined {
  return BY_NAME.get(name);
}
