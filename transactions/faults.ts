import { EXIT_BY_EXPORT, GENERATIONS, WITH_WAVE_IDS } from '../arch/index.js';
import { EXECUTION_FAULT_ROWS } from './execution-faults.js';
import { EXPORT_FAULT_ROWS } from './export-faults.js';
import { type Fault, row } from './fault.js';
import { FAULT_OUTPUTS, type OwnFault } from './fault-definition.js';
import { FIELD_FAULT_ROWS } from './field-faults.js';
import { MEMORY_FAULT_ROWS } from './memory-faults.js';
import { isOwnId, type OwnId } from './own-id.js';
import { PROGRAM_FAULT_ROWS } from './program-faults.js';
import { REGISTER_FAULT_ROWS } from './register-faults.js';
import { RULE_FAULT_ROWS } from './rule-faults.js';
import { classOfRule, isRuleId, RULE_CLASSES } from './rules.js';
import { STRENGTH_FAULT_ROWS } from './strength-faults.js';

export type { Fault } from './fault.js';

const ROWS = [
  row('F01', 'ids are counted over the whole device instead of per packer', 'sc', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
  ]),
  row('F02', 'the exiting id wraps one earlier than wave ids', 'spi', WITH_WAVE_IDS, [
    'ORD',
    'HANG',
    'LAUNCH',
  ]),
  row('F03', 'a newest id from before a wrap is reported two too small', 'db', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
    'IDLE',
  ]),
  row(
    'F04',
    'ids do not advance for a wave closed by the end of a draw, but the exit tracker counts it',
    'sc',
    WITH_WAVE_IDS,
    ['HANG', 'LAUNCH'],
  ),
  row(
    'F05',
    'a full id window does not stall wave formation, so two waves of a packer share an id',
    'sc',
    WITH_WAVE_IDS,
    ['ORD', 'LAUNCH'],
  ),
  row('F06', 'quads of the same pixel go to different packers in different draws', 'sc', GENERATIONS, [
    'ORD',
  ]),
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
  row('F14', 'a wave breaks one overlapping quad too late', 'sc', GENERATIONS, ['ORD']),
  row('F15', 'a partial wave is never closed', 'sc', GENERATIONS, ['HANG']),
  row('F16', 'the binner replays the primitives of a bin in the wrong order', 'sc', GENERATIONS, ['ORD']),
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
  row('F19', 'the overlap lookup ignores waves that have not launched', 'db', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
  ]),
  row(
    'F20',
    'draws of eight samples do not drain on chips that miss overlaps at eight samples',
    'registers',
    ['gfx9'],
    ['HANG', 'ORD', 'CFG'],
  ),
  row(
    'F21',
    'only the rasterisation sample count decides whether to drain',
    'registers',
    ['gfx9'],
    ['CFG', 'HANG'],
  ),
  row('F22', 'the newest id names the oldest overlapped wave', 'db', WITH_WAVE_IDS, ['ORD']),
  row('F23', 'the newest id is always one too small', 'db', ['gfx9'], ['ORD']),
  row(
    'F24',
    'a newest id from before a wrap is one too small, as on GFX9',
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
  row('F31', 'samples of draws with different sample counts are compared by position', 'db', GENERATIONS, [
    'ORD',
  ]),
  row('F32', 'a change of the sample count clears the overlap table', 'db', GENERATIONS, ['ORD', 'HANG']),
  row('F33', 'a sample interlock uses only one depth sample', 'registers', EXIT_BY_EXPORT, ['ORD', 'CFG']),
  row('F34', 'a pixel interlock runs at the overlap rate of four samples', 'registers', EXIT_BY_EXPORT, [
    'ORD',
    'CFG',
  ]),
  row(
    'F35',
    'the overlap lookup ignores the first covered pixel of a partly covered quad',
    'db',
    GENERATIONS,
    ['ORD'],
  ),
  row(
    'F36',
    'a drain holds back partial waves regardless of the squad control',
    'db',
    ['gfx10'],
    ['HANG', 'CFG'],
  ),
  row(
    'F37',
    'the colours of a wave are merged before those of the previous wave if their coverage differs',
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
  row('F41', 'waves of a packer start out of id order', 'spi', GENERATIONS, ['HANG', 'LAUNCH']),
  row('F42', 'export space goes to the youngest waiting wave of a packer', 'spi', EXIT_BY_EXPORT, [
    'HANG',
    'EXP',
  ]),
  row(
    'F43',
    'export ready is raised on allocation although overlapped waves are still in their sections',
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
  row('F47', 'a wave that takes no part in ordering never counts as exited', 'spi', WITH_WAVE_IDS, ['HANG']),
  row('F48', 'one exit is lost when two messages arrive in the same cycle', 'spi', WITH_WAVE_IDS, ['HANG']),
  row(
    'F49',
    'a wave that ends without a message counts as exited although its stores are outstanding',
    'program',
    WITH_WAVE_IDS,
    ['ORD', 'RACE'],
  ),
  row('F50', 'a message arrives twice and also counts for the next wave', 'spi', WITH_WAVE_IDS, [
    'ORD',
    'PROTO',
  ]),
  row('F51', 'a message sent without a packer set advances the exit tracker twice', 'spi', WITH_WAVE_IDS, [
    'ORD',
  ]),
  row('F52', 'the packer register is not cleared at wave start', 'spi', WITH_WAVE_IDS, ['LAUNCH']),
  row(
    'F53',
    'the resources of a wave are not released when it ends without active lanes',
    'spi',
    GENERATIONS,
    ['LAUNCH', 'HANG'],
  ),
  ...EXECUTION_FAULT_ROWS,
  ...PROGRAM_FAULT_ROWS,
  ...REGISTER_FAULT_ROWS,
  row(
    'F126',
    'pixels that fail late tests are dropped before a shader with side effects runs',
    'db',
    GENERATIONS,
    ['ORD', 'LAUNCH'],
  ),
  row('F127', 'depth is tested before a shader that requests late tests', 'db', GENERATIONS, [
    'ORD',
    'LAUNCH',
  ]),
  row('F128', 'the order of exports is forced', 'registers', EXIT_BY_EXPORT, ['PERF']),
  row('F129', 'private memory is set up for zero waves', 'registers', GENERATIONS, ['HANG']),
  ...EXPORT_FAULT_ROWS,
  ...MEMORY_FAULT_ROWS,
  row(
    'F157',
    'a store is replayed after a failed translation although its counter has already fallen',
    'memory',
    GENERATIONS,
    ['RACE', 'ORD'],
  ),
  row('F158', 'younger waves fill the wave slots before the owner launches', 'spi', GENERATIONS, [
    'HANG',
    'LAUNCH',
  ]),
  row('F159', 'pixel waves no longer launch once geometry or compute work has arrived', 'spi', GENERATIONS, [
    'HANG',
  ]),
  row('F160', 'a wave that sleeps between two polls keeps its SIMD', 'sq', WITH_WAVE_IDS, ['HANG', 'PERF']),
  row(
    'F161',
    'the instruction cache stops serving a sequencer once another one has requested the same bank',
    'sqc',
    GENERATIONS,
    ['HANG', 'PERF'],
  ),
  row(
    'F163',
    'the barriers and local data of work-groups are never released, until the pools are exhausted',
    'spi',
    GENERATIONS,
    ['LAUNCH', 'HANG'],
  ),
  row(
    'F162',
    'packers launch strictly in turn, so a packer without a wave blocks the others',
    'spi',
    GENERATIONS,
    ['HANG'],
  ),
  row('F164', 'SX does not count every fourth release of export space', 'spi', GENERATIONS, ['EXP', 'HANG']),
  row('F165', 'two exports go to one buffer in the same cycle', 'sx', GENERATIONS, ['EXP']),
  row('F166', 'a message that arrives in a burst is dropped', 'spi', WITH_WAVE_IDS, ['HANG']),
  row('F167', 'a wave never returns from the trap handler, and nothing reports it', 'sq', GENERATIONS, [
    'HANG',
  ]),
  row('F168', 'a barrier opens before the last wave of its group reaches it', 'sq', GENERATIONS, ['LAUNCH']),
  row('F169', 'a position buffer is taken to have room for one wave more than it has', 'spi', GENERATIONS, [
    'EXP',
  ]),
  row('F170', 'the position space of a geometry wave is not released', 'sx', GENERATIONS, ['EXP', 'HANG']),
  row('F171', 'released export space is allocated again only when its buffer is empty', 'spi', GENERATIONS, [
    'IDLE',
  ]),
  row('F172', 'the export arbiter looks at its requests only every 64 cycles', 'sx', GENERATIONS, ['IDLE']),
  row(
    'F173',
    'vector registers are released while exports of the wave wait for the bus',
    'spi',
    EXIT_BY_EXPORT,
    ['EXP'],
  ),
  row(
    'F174',
    'the message that releases the vector registers is sent while a store to private memory is outstanding',
    'program',
    EXIT_BY_EXPORT,
    ['RACE'],
  ),
  ...FIELD_FAULT_ROWS,
  row('F183', 'a launch controller takes a wave while it loads another one', 'spi', GENERATIONS, ['LAUNCH']),
  row('F184', 'the export bus carries the third word of a position instead of the first', 'sx', GENERATIONS, [
    'EXP',
  ]),
  row(
    'F185',
    'address units sleep after the last draw and serve accesses only when a slow timer wakes them',
    'memory',
    GENERATIONS,
    ['IDLE'],
  ),
  ...RULE_FAULT_ROWS,
  ...STRENGTH_FAULT_ROWS,
] as const;

/** Id of a fault of the project (faults.md). */
export type ProjectFaultId = (typeof ROWS)[number]['id'];

/** Id of a fault that can be injected, the project's or a user's (`pops-tb list faults`). */
export type FaultId = (typeof ROWS)[number]['id'] | OwnId;

/** The project's faults, in the order of faults.md. */
export const PROJECT_FAULTS: readonly (Fault & { readonly id: ProjectFaultId })[] = ROWS;

const faults: (Fault & { readonly id: FaultId })[] = [...ROWS];

/** All faults that can be injected: the project's in the order of faults.md, then the user's. */
export const FAULTS: readonly (Fault & { readonly id: FaultId })[] = faults;

const BY_ID = new Map<string, Fault>(ROWS.map((fault) => [fault.id, fault]));

/** From now on these are the user's faults in this thread, in place of those before. */
export function nameOwnFaults(definitions: readonly OwnFault[]): void {
  for (const { id } of faults.splice(ROWS.length)) BY_ID.delete(id);
  for (const { id, title, output, generations = GENERATIONS, classes = RULE_CLASSES } of definitions) {
    const fault = { id, title, where: FAULT_OUTPUTS[output].unit, generations, classes };
    faults.push(fault);
    BY_ID.set(id, fault);
  }
}

/** The fault of that id, or undefined. */
export function findFault(id: string): Fault | undefined {
  return BY_ID.get(id);
}

/** Whether a failure of that rule counts as finding the fault: its class is one of the fault's, or rule and fault are both a user's. */
export function countsAsFinding(id: FaultId, rule: string): boolean {
  const ofRule = isRuleId(rule) ? classOfRule(rule) : undefined;
  if (ofRule === undefined) return isOwnId(id) && isOwnId(rule);
  return findFault(id)?.classes.includes(ofRule) === true;
}

/** Whether a fault of the project has that id, or a user's fault may have it. */
export function isFaultId(id: string): id is FaultId {
  return BY_ID.has(id) || isOwnId(id);
}
