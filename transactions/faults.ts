import type { Gfx } from '../arch/index.js';
import { GENERATIONS } from '../arch/index.js';
import { EXPORT_FAULT_ROWS } from './export-faults.js';
import type { RuleClass } from './rules.js';

/** One injectable fault (faults.md); what it does lives where it acts, under the same id. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** Room and unit that act it out: a unit of the model, or the stimulus' program mutators. */
  readonly where: 'sc' | 'db' | 'spi' | 'sq' | 'sqc' | 'sx' | 'memory' | 'program' | 'registers';
  readonly generations: readonly Gfx[];
  /** Classes of which the first violation must be. */
  readonly classes: readonly RuleClass[];
}

const WITH_IDS: readonly Gfx[] = ['gfx9', 'gfx10', 'gfx10.3'];
const SINCE_GFX10: readonly Gfx[] = ['gfx10', 'gfx10.3', 'gfx11'];

const ROWS = [
  {
    id: 'F01',
    title: 'ids are counted through the device instead of each packer',
    where: 'sc',
    generations: WITH_IDS,
    classes: ['ORD', 'LAUNCH'],
  },
  {
    id: 'F02',
    title: 'the exiting id wraps one earlier than the ids of waves',
    where: 'spi',
    generations: WITH_IDS,
    classes: ['ORD', 'HANG', 'LAUNCH'],
  },
  {
    id: 'F03',
    title: 'the newest reported from before a wrap is two too small',
    where: 'db',
    generations: WITH_IDS,
    classes: ['ORD', 'LAUNCH', 'IDLE'],
  },
  {
    id: 'F05',
    title: 'a full id window does not hold waves back, so that two of a packer have one id',
    where: 'sc',
    generations: WITH_IDS,
    classes: ['ORD', 'LAUNCH'],
  },
  {
    id: 'F06',
    title: 'quads of a pixel go to different packers in different draws',
    where: 'sc',
    generations: GENERATIONS,
    classes: ['ORD'],
  },
  {
    id: 'F08',
    title: 'same-pixel quads are packed into one wave although intrawave loading is off',
    where: 'sc',
    generations: WITH_IDS,
    classes: ['ORD', 'LAUNCH'],
  },
  {
    id: 'F09',
    title: 'same-pixel quads are packed into one wave on GFX11',
    where: 'sc',
    generations: ['gfx11'],
    classes: ['ORD'],
  },
  {
    id: 'F14',
    title: 'the wave breaks one overlapping quad too late',
    where: 'sc',
    generations: GENERATIONS,
    classes: ['ORD'],
  },
  {
    id: 'F15',
    title: 'a wave that is not full never closes',
    where: 'sc',
    generations: GENERATIONS,
    classes: ['HANG', 'LAUNCH'],
  },
  {
    id: 'F16',
    title: 'the binner replays the primitives of a bin in another order',
    where: 'sc',
    generations: GENERATIONS,
    classes: ['ORD'],
  },
  {
    id: 'F17',
    title: 'out-of-order rasterisation is on with an ordered interlock',
    where: 'registers',
    generations: GENERATIONS,
    classes: ['ORD', 'CFG'],
  },
  {
    id: 'F18',
    title: 'coarse fragments are shaded with primitive ordering on GFX10.3',
    where: 'sc',
    generations: ['gfx10.3'],
    classes: ['ORD', 'LAUNCH'],
  },
  {
    id: 'F19',
    title: 'overlap lookup ignores waves that have not launched',
    where: 'db',
    generations: WITH_IDS,
    classes: ['ORD', 'LAUNCH'],
  },
  {
    id: 'F22',
    title: 'the newest reported is the oldest overlapped wave',
    where: 'db',
    generations: WITH_IDS,
    classes: ['ORD'],
  },
  {
    id: 'F23',
    title: 'the newest reported is one too small, wrap or not',
    where: 'db',
    generations: ['gfx9'],
    classes: ['ORD'],
  },
  {
    id: 'F24',
    title: 'the newest reported from before a wrap is one too small, as on GFX9',
    where: 'db',
    generations: ['gfx10', 'gfx10.3'],
    classes: ['ORD'],
  },
  {
    id: 'F25',
    title: 'a full overlap table forgets quads silently',
    where: 'db',
    generations: WITH_IDS,
    classes: ['ORD'],
  },
  {
    id: 'F26',
    title: 'an overlap entry leaves the table when its wave launches',
    where: 'db',
    generations: GENERATIONS,
    classes: ['ORD'],
  },
  {
    id: 'F27',
    title: 'an overlap entry never leaves the table',
    where: 'db',
    generations: WITH_IDS,
    classes: ['ORD', 'IDLE', 'HANG'],
  },
  {
    id: 'F29',
    title: 'a pixel interlock is tracked sample by sample',
    where: 'db',
    generations: GENERATIONS,
    classes: ['ORD', 'CFG'],
  },
  {
    id: 'F32',
    title: 'a change of the sample count clears what is tracked',
    where: 'db',
    generations: GENERATIONS,
    classes: ['ORD', 'HANG'],
  },
  {
    id: 'F33',
    title: 'a sample interlock is limited to one depth sample',
    where: 'registers',
    generations: ['gfx11'],
    classes: ['ORD', 'CFG'],
  },
  {
    id: 'F34',
    title: 'a pixel interlock runs at the overlap rate of four samples',
    where: 'registers',
    generations: ['gfx11'],
    classes: ['ORD', 'CFG'],
  },
  {
    id: 'F35',
    title: 'a partly covered quad loses its first covered pixel in the overlap lookup',
    where: 'db',
    generations: GENERATIONS,
    classes: ['ORD'],
  },
  {
    id: 'F38',
    title: 'RSRC2 does not load the collision argument that the shader expects',
    where: 'registers',
    generations: WITH_IDS,
    classes: ['LAUNCH', 'CFG'],
  },
  {
    id: 'F39',
    title: 'RSRC2 and PA_SC_SHADER_CONTROL disagree about the collision argument',
    where: 'registers',
    generations: WITH_IDS,
    classes: ['CFG', 'LAUNCH'],
  },
  {
    id: 'F41',
    title: 'waves of one packer start out of the order of their ids',
    where: 'spi',
    generations: GENERATIONS,
    classes: ['HANG', 'LAUNCH'],
  },
  {
    id: 'F43',
    title: 'export ready is raised when space is allocated although overlapped waves are still inside',
    where: 'spi',
    generations: ['gfx11'],
    classes: ['ORD'],
  },
  {
    id: 'F44',
    title: 'the draw allocates no export space, so export ready is never raised',
    where: 'registers',
    generations: ['gfx11'],
    classes: ['HANG', 'CFG'],
  },
  {
    id: 'F45',
    title: 'the exiting id advances at the message of a younger wave',
    where: 'spi',
    generations: WITH_IDS,
    classes: ['ORD'],
  },
  {
    id: 'F46',
    title: 'the exiting id runs ahead by one',
    where: 'spi',
    generations: WITH_IDS,
    classes: ['ORD'],
  },
  {
    id: 'F48',
    title: 'an exit is lost when two messages arrive in one clock',
    where: 'spi',
    generations: WITH_IDS,
    classes: ['HANG'],
  },
  {
    id: 'F51',
    title: 'a message without packer set moves the tracker twice',
    where: 'spi',
    generations: WITH_IDS,
    classes: ['ORD'],
  },
  {
    id: 'F52',
    title: 'the packer register is not cleared at wave start',
    where: 'spi',
    generations: WITH_IDS,
    classes: ['LAUNCH'],
  },
  {
    id: 'F53',
    title: 'what a wave held is not given back when it ends with no lane left',
    where: 'spi',
    generations: GENERATIONS,
    classes: ['LAUNCH', 'HANG'],
  },
  {
    id: 'F62',
    title: 'counters fall at issue instead of completion',
    where: 'sq',
    generations: GENERATIONS,
    classes: ['RACE', 'ORD'],
  },
  {
    id: 'F71',
    title: 'the discard path that ends the wave after the packer was set sends no message',
    where: 'program',
    generations: WITH_IDS,
    classes: ['HANG', 'PROTO'],
  },
  {
    id: 'F85',
    title: 'the correction of the newest id by one is left out on GFX9',
    where: 'program',
    generations: ['gfx9'],
    classes: ['ORD'],
  },
  {
    id: 'F89',
    title: 'the entry compares with >= instead of >',
    where: 'program',
    generations: WITH_IDS,
    classes: ['ORD'],
  },
  {
    id: 'F93',
    title: 'the entry wait runs although nothing overlapped',
    where: 'program',
    generations: WITH_IDS,
    classes: ['HANG', 'PROTO'],
  },
  {
    id: 'F97',
    title: 'the message is sent before the entry wait',
    where: 'program',
    generations: WITH_IDS,
    classes: ['ORD', 'PROTO'],
  },
  {
    id: 'F102',
    title: 'no wait for loads, or on GFX9 for any access, before the exit',
    where: 'program',
    generations: GENERATIONS,
    classes: ['RACE'],
  },
  {
    id: 'F103',
    title: 'no store wait before the exit',
    where: 'program',
    generations: ['gfx10', 'gfx10.3', 'gfx11'],
    classes: ['RACE'],
  },
  {
    id: 'F124',
    title: 'a coarse rate is forced on a draw with primitive ordering',
    where: 'registers',
    generations: ['gfx11'],
    classes: ['ORD', 'CFG'],
  },
  {
    id: 'F126',
    title: 'pixels that fail late tests are dropped ahead of a shader with side effects',
    where: 'db',
    generations: GENERATIONS,
    classes: ['ORD', 'LAUNCH'],
  },
  {
    id: 'F127',
    title: 'depth is tested ahead of a shader that asks for late tests',
    where: 'db',
    generations: GENERATIONS,
    classes: ['ORD', 'LAUNCH'],
  },
  ...EXPORT_FAULT_ROWS,
  {
    id: 'F147',
    title: 'stores stay in L0',
    where: 'memory',
    generations: GENERATIONS,
    classes: ['VIS', 'ORD'],
  },
  {
    id: 'F148',
    title: 'loads hit stale lines of L0',
    where: 'memory',
    generations: GENERATIONS,
    classes: ['VIS', 'ORD'],
  },
  {
    id: 'F149',
    title: 'loads hit stale lines of GL1',
    where: 'memory',
    generations: SINCE_GFX10,
    classes: ['VIS'],
  },
  {
    id: 'F150',
    title: 'a coherent load leaves the line in the caches that it passes',
    where: 'memory',
    generations: GENERATIONS,
    classes: ['VIS'],
  },
  {
    id: 'F151',
    title: 'stores write whole lines back, over what others wrote beside them',
    where: 'memory',
    generations: GENERATIONS,
    classes: ['VIS', 'ORD'],
  },
  {
    id: 'F153',
    title: 'scalar loads hit stale lines of the scalar cache',
    where: 'memory',
    generations: GENERATIONS,
    classes: ['VIS'],
  },
  {
    id: 'F154',
    title: 'the store counter falls before L2 has the data',
    where: 'memory',
    generations: GENERATIONS,
    classes: ['RACE', 'VIS'],
  },
  {
    id: 'F155',
    title: 'an atomic without return is not covered by the counter that is waited for',
    where: 'memory',
    generations: SINCE_GFX10,
    classes: ['RACE'],
  },
  {
    id: 'F156',
    title: 'images and buffers have separate lines for the same memory',
    where: 'memory',
    generations: GENERATIONS,
    classes: ['VIS'],
  },
  {
    id: 'F157',
    title: 'a store is replayed after a failed translation when its counter has already fallen',
    where: 'memory',
    generations: GENERATIONS,
    classes: ['RACE', 'ORD'],
  },
  {
    id: 'F158',
    title: 'younger waves fill the wave slots before the owner launches',
    where: 'spi',
    generations: GENERATIONS,
    classes: ['HANG', 'LAUNCH'],
  },
  {
    id: 'F161',
    title: 'the instruction cache never serves one sequencer again once another one has asked the same bank',
    where: 'sqc',
    generations: GENERATIONS,
    classes: ['HANG', 'PERF'],
  },
] as const satisfies readonly Fault[];

export type FaultId = (typeof ROWS)[number]['id'];

/** All faults that can be injected, in the order of faults.md. */
export const FAULTS: readonly (Fault & { readonly id: FaultId })[] = ROWS;

const BY_ID = new Map<string, Fault>(ROWS.map((fault) => [fault.id, fault]));

/** The fault of that id, or undefined. */
export function findFault(id: string): Fault | undefined {
  return BY_ID.get(id);
}

/** Whether a string names an injectable fault. */
export function isFaultId(id: string): id is FaultId {
  return BY_ID.has(id);
}
