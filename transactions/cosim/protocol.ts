/** Version of the protocol between the testbench and a design. */
export const COSIM_VERSION = 1;

/** Cycles for which the host may hold off an output at most. */
export const HOLD_MAX = 100;

/** Contiguous parts of the model whose place a design can take. */
export const DESIGN_UNITS = ['exit-tracker'] as const;
/** A unit of the model whose place a design can take (cosim.md). */
export type DesignUnit = (typeof DESIGN_UNITS)[number];

/** What a field names, where it is no integer: a setting, or a message of host or design. */
export type CosimNames = 'setting' | 'host' | 'design';

/** One field of a message: an integer in decimal digits, or a name. */
export interface CosimField {
  readonly name: string;
  readonly what: string;
  readonly names?: CosimNames;
}

/** What else holds for a message. */
interface CosimTraits {
  /** Units at whose border it occurs; absent: it belongs to the session. */
  readonly units?: readonly DesignUnit[];
  /** Ends what one side says; the other side speaks next. */
  readonly ends?: true;
  /** The host does not step the design because of it: it comes along with the next step. */
  readonly isPosted?: true;
  /** The receiver may hold the sender back: a design by `credit`, the host by `grant`. */
  readonly canWait?: true;
}

/** A kind of message: one line, its name and its fields with one blank between them. */
export interface CosimMessage extends CosimTraits {
  readonly name: string;
  readonly from: 'host' | 'design';
  readonly fields: readonly CosimField[];
  readonly what: string;
}

/** Makes the rows of one side: name, fields as `name: what they say`, sentence, traits. */
function rowsOf(from: CosimMessage['from']) {
  return (
    name: string,
    fields: Readonly<Record<string, string | Omit<CosimField, 'name'>>>,
    what: string,
    traits: CosimTraits = {},
  ): CosimMessage => ({
    name,
    from,
    fields: Object.entries(fields).map(([field, said]) => ({
      name: field,
      ...(typeof said === 'string' ? { what: said } : said),
    })),
    what,
    ...traits,
  });
}

const host = rowsOf('host');
const design = rowsOf('design');

const ENDS: CosimTraits = { ends: true };
const TRACKER: CosimTraits = { units: ['exit-tracker'] };
const CYCLE = 'cycle of the event';
const PACKER = 'number of the packer, from 0 on';
const ID = 'id of the wave in its packer';
const WAVE = { cycle: CYCLE, packer: PACKER, id: ID };

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
  host('formed', WAVE, 'A wave was formed. The ids of a packer come in order, without a gap, and wrap.', {
    ...TRACKER,
    isPosted: true,
  }),
  host(
    'exit',
    WAVE,
    'The exit of a wave reaches the tracker: its message, or its export with `done`. Exits come in any order.',
    { ...TRACKER, canWait: true },
  ),
  design(
    'exited',
    WAVE,
    'The exit of the wave has been counted. With `exits_by_export` 0, in the order of the ids: once all older waves have exited.',
    { ...TRACKER, canWait: true },
  ),
  design(
    'visible',
    { ...WAVE, id: 'the exiting id: the wave that exits next' },
    'From this cycle on, polls of the packer read this id. Only with `exits_by_export` 0.',
    { ...TRACKER, canWait: true },
  ),
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
  {
    name: 'mark_cycle',
    what: 'cycle of the first error of a stored failure that runs again, to be marked in waves that the design dumps; -1: none',
  },
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
