import { EXIT_BY_EXPORT, GENERATIONS, WITH_GL1, WITH_STORE_COUNTER, WITH_WAVE_IDS } from '../arch/index.js';
import { EXECUTION_FAULT_ROWS } from './execution-faults.js';
import { EXPORT_FAULT_ROWS } from './export-faults.js';
import { type Fault, row } from './fault.js';
import { FIELD_FAULT_ROWS } from './field-faults.js';
import { PROGRAM_FAULT_ROWS } from './program-faults.js';
import { RULE_FAULT_ROWS } from './rule-faults.js';

export type { Fault } from './fault.js';

const ROWS = [
  row('F01', 'ids are counted through the device instead of each packer', 'sc', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
  ]),
  row('F02', 'the exiting id wraps one earlier than the ids of waves', 'spi', WITH_WAVE_IDS, [
    'ORD',
    'HANG',
    'LAUNCH',
  ]),
  row('F03', 'the newest reported from before a wrap is two too small', 'db', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
    'IDLE',
  ]),
  row(
    'F04',
    'ids do not advance for a wave that the end of a draw closes, which the tracker counts',
    'sc',
    WITH_WAVE_IDS,
    ['HANG', 'LAUNCH'],
  ),
  row(
    'F05',
    'a full id window does not hold waves back, so that two of a packer have one id',
    'sc',
    WITH_WAVE_IDS,
    ['ORD', 'LAUNCH'],
  ),
  row('F06', 'quads of a pixel go to different packers in different draws', 'sc', GENERATIONS, ['ORD']),
  row('F07', 'the collision argument names another packer', 'spi', WITH_WAVE_IDS, ['LAUNCH', 'ORD', 'HANG']),
  row(
    'F08',
    'same-pixel quads are packed into one wave although intrawave loading is off',
    'sc',
    WITH_WAVE_IDS,
    ['ORD', 'LAUNCH'],
  ),
  row('F09', 'same-pixel quads are packed into one wave on GFX11', 'sc', EXIT_BY_EXPORT, ['ORD']),
  row('F10', 'the intrawave mask lacks the bit of a new layer', 'sc', WITH_WAVE_IDS, ['ORD']),
  row('F11', 'the intrawave mask is shifted by one quad', 'sc', WITH_WAVE_IDS, ['ORD']),
  row('F12', 'the intrawave mask has bits although no overlap is reported', 'db', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
  ]),
  row('F13', 'a wave that overlaps only itself names itself as newest', 'db', WITH_WAVE_IDS, [
    'HANG',
    'LAUNCH',
  ]),
  row('F14', 'the wave breaks one overlapping quad too late', 'sc', GENERATIONS, ['ORD']),
  row('F15', 'a wave that is not full never closes', 'sc', GENERATIONS, ['HANG']),
  row('F16', 'the binner replays the primitives of a bin in another order', 'sc', GENERATIONS, ['ORD']),
  row('F17', 'out-of-order rasterisation is on with an ordered interlock', 'registers', GENERATIONS, [
    'ORD',
    'CFG',
  ]),
  row(
    'F18',
    'coarse fragments are shaded with primitive ordering on GFX10.3',
    'sc',
    ['gfx10.3'],
    ['ORD', 'LAUNCH'],
  ),
  row('F19', 'overlap lookup ignores waves that have not launched', 'db', WITH_WAVE_IDS, ['ORD', 'LAUNCH']),
  row(
    'F20',
    'draws of eight samples do not drain on chips that miss their overlaps',
    'registers',
    ['gfx9'],
    ['HANG', 'ORD', 'CFG'],
  ),
  row(
    'F21',
    'only the samples of rasterisation decide about draining',
    'registers',
    ['gfx9'],
    ['CFG', 'HANG'],
  ),
  row('F22', 'the newest reported is the oldest overlapped wave', 'db', WITH_WAVE_IDS, ['ORD']),
  row('F23', 'the newest reported is one too small, wrap or not', 'db', ['gfx9'], ['ORD']),
  row(
    'F24',
    'the newest reported from before a wrap is one too small, as on GFX9',
    'db',
    ['gfx10', 'gfx10.3'],
    ['ORD'],
  ),
  row('F25', 'a full overlap table forgets quads silently', 'db', WITH_WAVE_IDS, ['ORD']),
  row('F26', 'an overlap entry leaves the table when its wave launches', 'db', GENERATIONS, ['ORD']),
  row('F27', 'an overlap entry never leaves the table', 'db', WITH_WAVE_IDS, ['IDLE', 'PERF', 'HANG']),
  row('F28', 'overlap tracking is emptied at the event between two draws', 'db', WITH_WAVE_IDS, [
    'ORD',
    'PERF',
  ]),
  row('F29', 'a pixel interlock is tracked sample by sample', 'db', GENERATIONS, ['ORD', 'CFG']),
  row('F30', 'a sample interlock is tracked pixel by pixel', 'db', GENERATIONS, ['PERF', 'IDLE']),
  row('F31', 'samples of draws with other sample counts overlap by their positions', 'db', GENERATIONS, [
    'ORD',
  ]),
  row('F32', 'a change of the sample count clears what is tracked', 'db', GENERATIONS, ['ORD', 'HANG']),
  row('F33', 'a sample interlock is limited to one depth sample', 'registers', EXIT_BY_EXPORT, [
    'ORD',
    'CFG',
  ]),
  row('F34', 'a pixel interlock runs at the overlap rate of four samples', 'registers', EXIT_BY_EXPORT, [
    'ORD',
    'CFG',
  ]),
  row('F35', 'a partly covered quad loses its first covered pixel in the overlap lookup', 'db', GENERATIONS, [
    'ORD',
  ]),
  row(
    'F36',
    'a drain holds partial waves back whatever the squad control says',
    'db',
    ['gfx10'],
    ['HANG', 'CFG'],
  ),
  row(
    'F37',
    'colours of a wave whose coverage differs from that of the wave before are merged ahead of it',
    'rb',
    EXIT_BY_EXPORT,
    ['ORD', 'EXP'],
  ),
  row(
    'F38',
    'RSRC2 does not load the collision argument that the shader expects',
    'registers',
    WITH_WAVE_IDS,
    ['LAUNCH', 'CFG'],
  ),
  row(
    'F39',
    'RSRC2 and PA_SC_SHADER_CONTROL disagree about the collision argument',
    'registers',
    WITH_WAVE_IDS,
    ['CFG', 'LAUNCH'],
  ),
  row('F40', 'PA_SC_SHADER_CONTROL is left set for a shader without a section', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row('F41', 'waves of one packer start out of the order of their ids', 'spi', GENERATIONS, [
    'HANG',
    'LAUNCH',
  ]),
  row('F42', 'export space goes to the youngest wave of a packer that waits for it', 'spi', EXIT_BY_EXPORT, [
    'HANG',
    'EXP',
  ]),
  row(
    'F43',
    'export ready is raised when space is allocated although overlapped waves are still inside',
    'spi',
    EXIT_BY_EXPORT,
    ['ORD'],
  ),
  row(
    'F44',
    'the draw allocates no export space, so export ready is never raised',
    'registers',
    EXIT_BY_EXPORT,
    ['HANG', 'CFG'],
  ),
  row('F45', 'the exiting id advances at the message of a younger wave', 'spi', WITH_WAVE_IDS, ['ORD']),
  row('F46', 'the exiting id runs ahead by one', 'spi', WITH_WAVE_IDS, ['ORD']),
  row('F47', 'a wave that took no part in ordering never counts as exited', 'spi', WITH_WAVE_IDS, ['HANG']),
  row('F48', 'an exit is lost when two messages arrive in one clock', 'spi', WITH_WAVE_IDS, ['HANG']),
  row(
    'F49',
    'the end of a wave that sent no message counts as its exit although stores are outstanding',
    'program',
    WITH_WAVE_IDS,
    ['ORD', 'RACE'],
  ),
  row('F50', 'a message arrives twice, and counts for the next wave as well', 'spi', WITH_WAVE_IDS, [
    'ORD',
    'PROTO',
  ]),
  row('F51', 'a message without packer set moves the tracker twice', 'spi', WITH_WAVE_IDS, ['ORD']),
  row('F52', 'the packer register is not cleared at wave start', 'spi', WITH_WAVE_IDS, ['LAUNCH']),
  row('F53', 'what a wave held is not given back when it ends with no lane left', 'spi', GENERATIONS, [
    'LAUNCH',
    'HANG',
  ]),
  ...EXECUTION_FAULT_ROWS,
  ...PROGRAM_FAULT_ROWS,
  row('F112', 'the state is that of a shader without interlock', 'registers', GENERATIONS, ['CFG', 'ORD']),
  row('F113', 'PRIMITIVE_ORDERED_PIXEL_SHADER is clear with an interlock shader', 'registers', GENERATIONS, [
    'CFG',
    'ORD',
  ]),
  row('F114', 'POPS_OVERLAP_NUM_SAMPLES is not zero with pixel interlock', 'registers', WITH_WAVE_IDS, [
    'CFG',
    'ORD',
  ]),
  row('F115', 'POPS_OVERLAP_NUM_SAMPLES is above the sample count', 'registers', ['gfx9'], ['HANG', 'CFG']),
  row(
    'F116',
    'OVERRIDE_INTRINSIC_RATE_ENABLE is clear with an interlock shader',
    'registers',
    EXIT_BY_EXPORT,
    ['CFG'],
  ),
  row('F117', 'DB_SHADER_CONTROL is left as it was when the sample count changes', 'registers', GENERATIONS, [
    'CFG',
    'ORD',
  ]),
  row(
    'F118',
    'a draw goes on draining because an earlier one had to',
    'registers',
    ['gfx9'],
    ['PERF', 'CFG'],
  ),
  row('F119', 'every draw drains on overlap', 'registers', ['gfx9'], ['PERF']),
  row('F120', 'DB_DFSM_CONTROL is written to the address of another generation', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row(
    'F121',
    'overlap drains on GFX10.1 while partial squads may not launch on a hang',
    'registers',
    ['gfx10'],
    ['HANG', 'CFG'],
  ),
  row('F122', 'NUM_SAMPLES is left as it was when the sample count changes', 'registers', EXIT_BY_EXPORT, [
    'CFG',
    'ORD',
  ]),
  row('F124', 'a coarse rate is forced on a draw with primitive ordering', 'registers', EXIT_BY_EXPORT, [
    'ORD',
    'CFG',
  ]),
  row(
    'F125',
    'coarse rates are not forced to pixels for a shader whose section was optimised away',
    'registers',
    ['gfx10.3'],
    ['CFG'],
  ),
  row(
    'F126',
    'pixels that fail late tests are dropped ahead of a shader with side effects',
    'db',
    GENERATIONS,
    ['ORD', 'LAUNCH'],
  ),
  row('F127', 'depth is tested ahead of a shader that asks for late tests', 'db', GENERATIONS, [
    'ORD',
    'LAUNCH',
  ]),
  row('F128', 'the order of exports is forced', 'registers', EXIT_BY_EXPORT, ['PERF']),
  row('F129', 'private memory is set up for no wave at all', 'registers', GENERATIONS, ['HANG']),
  ...EXPORT_FAULT_ROWS,
  row('F147', 'stores stay in L0', 'memory', GENERATIONS, ['VIS', 'ORD']),
  row('F148', 'loads hit stale lines of L0', 'memory', GENERATIONS, ['VIS', 'ORD']),
  row('F149', 'loads hit stale lines of GL1', 'memory', WITH_GL1, ['VIS']),
  row('F150', 'a coherent load leaves the line in the caches that it passes', 'memory', GENERATIONS, ['VIS']),
  row('F151', 'stores write whole lines back, over what others wrote beside them', 'memory', GENERATIONS, [
    'VIS',
    'ORD',
  ]),
  row('F153', 'scalar loads hit stale lines of the scalar cache', 'memory', GENERATIONS, ['VIS']),
  row('F154', 'the store counter falls before L2 has the data', 'memory', GENERATIONS, ['RACE', 'VIS']),
  row(
    'F155',
    'an atomic without return is not covered by the counter that is waited for',
    'memory',
    WITH_STORE_COUNTER,
    ['RACE'],
  ),
  row('F156', 'images and buffers have separate lines for the same memory', 'memory', GENERATIONS, ['VIS']),
  row(
    'F157',
    'a store is replayed after a failed translation when its counter has already fallen',
    'memory',
    GENERATIONS,
    ['RACE', 'ORD'],
  ),
  row('F158', 'younger waves fill the wave slots before the owner launches', 'spi', GENERATIONS, [
    'HANG',
    'LAUNCH',
  ]),
  row('F159', 'pixel waves never launch again once geometry or compute work has come', 'spi', GENERATIONS, [
    'HANG',
  ]),
  row('F160', 'a wave that sleeps between two polls keeps its SIMD', 'sq', WITH_WAVE_IDS, ['HANG', 'PERF']),
  row(
    'F161',
    'the instruction cache never serves one sequencer again once another one has asked the same bank',
    'sqc',
    GENERATIONS,
    ['HANG', 'PERF'],
  ),
  row(
    'F163',
    'barriers of work-groups, and their local data with them, are never given back until the pools are exhausted',
    'spi',
    GENERATIONS,
    ['LAUNCH', 'HANG'],
  ),
  row(
    'F162',
    'packers launch strictly in turn, so that one without a wave blocks the others',
    'spi',
    GENERATIONS,
    ['HANG'],
  ),
  row('F164', 'every fourth export space that SX gives back is not counted', 'spi', GENERATIONS, [
    'EXP',
    'HANG',
  ]),
  row('F165', 'two exports go to one buffer in a cycle', 'sx', GENERATIONS, ['EXP']),
  row('F166', 'a message that arrives in a burst is dropped', 'spi', WITH_WAVE_IDS, ['HANG']),
  row('F167', 'a wave in the trap handler never comes back, and no one says so', 'sq', GENERATIONS, ['HANG']),
  row('F168', 'a barrier opens when the last wave of its group has not come to it', 'sq', GENERATIONS, [
    'LAUNCH',
  ]),
  row('F169', 'a position buffer is said to have room for one wave more than it has', 'spi', GENERATIONS, [
    'EXP',
  ]),
  row('F170', 'the position space of a geometry wave is not given back', 'sx', GENERATIONS, ['EXP', 'HANG']),
  row(
    'F171',
    'export space that came back is handed out again only when no one holds any of its buffer',
    'spi',
    GENERATIONS,
    ['IDLE'],
  ),
  row('F172', 'the arbiter of exports looks at its requests every 64 cycles only', 'sx', GENERATIONS, [
    'IDLE',
  ]),
  row(
    'F173',
    'vector registers are given back while exports of the wave wait for the bus',
    'spi',
    EXIT_BY_EXPORT,
    ['EXP'],
  ),
  row(
    'F174',
    'the message that gives the vector registers back comes while a store to private memory is outstanding',
    'program',
    EXIT_BY_EXPORT,
    ['RACE'],
  ),
  ...FIELD_FAULT_ROWS,
  row('F183', 'a launch controller takes a wave while it loads another one', 'spi', GENERATIONS, ['LAUNCH']),
  row('F184', 'the bus carries the third word of a position in place of the first', 'sx', GENERATIONS, [
    'EXP',
  ]),
  row(
    'F185',
    'address units rest once the last draw has ended, and serve an access only when a slow timer wakes them',
    'memory',
    GENERATIONS,
    ['IDLE'],
  ),
  ...RULE_FAULT_ROWS,
] as const;

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
