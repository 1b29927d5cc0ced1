/** Version of the protocol between the testbench and a design. */
export const COSIM_VERSION = 1;

/** Contiguous parts of the model whose place a design can take. */
export const DESIGN_UNITS = ['exit-tracker'] as const;
/** A unit of the model whose place a design can take (cosim.md). */
export type DesignUnit = (typeof DESIGN_UNITS)[number];

/** One field of a message: an integer in decimal digits, or the name of a setting or a message. */
export interface CosimField {
  readonly name: string;
  readonly what: string;
  readonly isName?: true;
}

/** A kind of message: one line, its name and its fields with one blank between them. */
export interface CosimMessage {
  readonly name: string;
  readonly from: 'host' | 'design';
  /** Units at whose border it occurs; absent: it belongs to the session. */
  readonly units?: readonly DesignUnit[];
  readonly fields: readonly CosimField[];
  /** Ends what one side says; the other side speaks next. */
  readonly ends?: true;
  /** The host does not step the design because of it: it comes along with the next step. */
  readonly isPosted?: true;
  /** The receiver may hold the sender back by credits. */
  readonly hasCredits?: true;
  readonly what: string;
}

const CYCLE: CosimField = { name: 'cycle', what: 'cycle of the event' };
const PACKER: CosimField = { name: 'packer', what: 'number of the packer, from 0 on' };
const ID: CosimField = { name: 'id', what: 'id of the wave in its packer' };
const TRACKER: readonly DesignUnit[] = ['exit-tracker'];

/** Every message. */
export const COSIM_MESSAGES: readonly CosimMessage[] = [
  {
    name: 'hello',
    from: 'host',
    fields: [
      { name: 'lowest', what: 'oldest version that the host speaks' },
      { name: 'highest', what: 'newest version that it speaks' },
    ],
    ends: true,
    what: 'First line. The design answers with `welcome`.',
  },
  {
    name: 'welcome',
    from: 'design',
    fields: [{ name: 'version', what: 'the version that both use from now on' }],
    ends: true,
    what: 'Answer to `hello`: the newest version that both speak, or the design’s own if there is none.',
  },
  {
    name: 'set',
    from: 'host',
    fields: [
      { name: 'setting', what: 'name of the setting', isName: true },
      { name: 'value', what: 'its value' },
    ],
    what: 'A setting of the test that begins. A design ignores the settings that it does not know.',
  },
  {
    name: 'begin',
    from: 'host',
    fields: [],
    ends: true,
    what: 'A test begins at cycle 0: the design returns to its reset state and answers with `ready`.',
  },
  {
    name: 'ready',
    from: 'design',
    fields: [
      { name: 'window', what: 'cycles from an input to the earliest output that it may cause, 1 at least' },
    ],
    ends: true,
    what: 'Answer to `begin`.',
  },
  {
    name: 'step',
    from: 'host',
    fields: [{ name: 'until', what: 'all inputs before this cycle have been sent' }],
    ends: true,
    what: 'The design simulates every cycle before `until`, says its outputs, and ends with `done`.',
  },
  {
    name: 'done',
    from: 'design',
    fields: [
      {
        name: 'next',
        what: 'cycle at which the host has to step it again even without inputs, later than `until`; -1: never',
      },
    ],
    ends: true,
    what: 'Answer to `step`.',
  },
  {
    name: 'end',
    from: 'host',
    fields: [],
    what: 'The test is over; no answer. Either `set`, `begin` or the end of the input follows.',
  },
  {
    name: 'credit',
    from: 'design',
    fields: [
      { name: 'message', what: 'name of the message', isName: true },
      { name: 'count', what: 'how many more of them the design takes' },
    ],
    what: 'Back-pressure. Before `ready`, it limits a message that is otherwise unlimited; in an answer to `step`, it adds to the limit.',
  },
  {
    name: 'formed',
    from: 'host',
    units: TRACKER,
    fields: [CYCLE, PACKER, ID],
    isPosted: true,
    what: 'A wave was formed. The ids of a packer come in order, without a gap, and wrap.',
  },
  {
    name: 'exit',
    from: 'host',
    units: TRACKER,
    fields: [CYCLE, PACKER, ID],
    hasCredits: true,
    what: 'The exit of a wave reaches the tracker: its message, or its export with `done`. Exits come in any order.',
  },
  {
    name: 'exited',
    from: 'design',
    units: TRACKER,
    fields: [CYCLE, PACKER, ID],
    what: 'The exit of the wave has been counted. With `exits_by_export` 0, in the order of the ids: once all older waves have exited.',
  },
  {
    name: 'visible',
    from: 'design',
    units: TRACKER,
    fields: [CYCLE, PACKER, { name: 'id', what: 'the exiting id: the wave that exits next' }],
    what: 'From this cycle on, polls of the packer read this id. Only with `exits_by_export` 0.',
  },
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
  { name: 'seed', what: 'where the design takes its own chance from; 31 bits' },
] as const;

/** Name of a setting. */
export type CosimSetting = (typeof COSIM_SETTINGS)[number]['name'];

/** What stands on either side of a unit's border, in words. */
export const UNIT_BORDERS: Readonly<Record<DesignUnit, string>> = {
  'exit-tracker':
    'The exit trackers of all packers (`rtl-model/spi/exit-tracker.ts`). The host forms waves, carries exits from waves to the tracker, and answers polls with the id that `visible` said last: before the first one, with `id_start`. An id is free for a new wave once `visible` has moved past it; on GFX11, once it has exited.',
};

const BY_NAME: ReadonlyMap<string, CosimMessage> = new Map(
  COSIM_MESSAGES.map((message) => [message.name, message]),
);

/** The message with this name; undefined for none. */
export function cosimMessage(name: string): CosimMessage | undefined {
  return BY_NAME.get(name);
}
