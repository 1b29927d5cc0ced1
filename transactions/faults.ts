import { EXIT_BY_EXPORT, GENERATIONS, WITH_WAVE_IDS } from '../arch/index.js';
import { EXECUTION_FAULT_ROWS } from './execution-faults.js';
import { EXPORT_FAULT_ROWS } from './export-faults.js';
import { type Fault, row } from './fault.js';
import { FAULT_OUTPUTS, type OwnFault } from './fault-definition.js';
import { FIELD_FAULT_ROWS } from './field-faults.js';
import { FORMATION_FAULT_ROWS } from './formation-faults.js';
import { HANDSHAKE_FAULT_ROWS } from './handshake-faults.js';
import { MEMORY_FAULT_ROWS } from './memory-faults.js';
import { isUserDefinedId, type OwnId } from './own-id.js';
import { PROGRAM_FAULT_ROWS } from './program-faults.js';
import { REGISTER_FAULT_ROWS } from './register-faults.js';
import { RULE_FAULT_ROWS } from './rule-faults.js';
import { getRuleClass, isRuleId, RULE_CLASSES } from './rules.js';
import { STRENGTH_FAULT_ROWS } from './strength-faults.js';

export type { Fault } from './fault.js';

const ROWS = [
  ...FORMATION_FAULT_ROWS,
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
  row('F128', 'in-order exports are forced', 'registers', EXIT_BY_EXPORT, ['PERF']),
  row('F129', 'private memory has room for zero waves', 'registers', GENERATIONS, ['HANG']),
  ...EXPORT_FAULT_ROWS,
  ...MEMORY_FAULT_ROWS,
  row(
    'F157',
    'a store is replayed after a failed translation even though its counter has already been decremented',
    'memory',
    GENERATIONS,
    ['RACE', 'ORD'],
  ),
  row('F158', 'younger waves fill the wave slots before the owner launches', 'spi', GENERATIONS, [
    'HANG',
    'LAUNCH',
  ]),
  row('F159', 'pixel waves stop launching once geometry or compute work has arrived', 'spi', GENERATIONS, [
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
    'barriers and local data are not released when a work-group ends, so the pools run out',
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
  row('F169', 'a position buffer is treated as having room for one extra wave', 'spi', GENERATIONS, ['EXP']),
  row('F170', 'the position space of a geometry wave is not released', 'sx', GENERATIONS, ['EXP', 'HANG']),
  row('F171', 'released export space is not reused until its whole buffer is empty', 'spi', GENERATIONS, [
    'IDLE',
  ]),
  row('F172', 'the export arbiter only checks its requests every 64 cycles', 'sx', GENERATIONS, ['IDLE']),
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
  row('F183', 'a launch controller takes a wave while still loading another', 'spi', GENERATIONS, ['LAUNCH']),
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
  ...HANDSHAKE_FAULT_ROWS,
] as const;

/** The id of a built-in fault (faults.md). */
export type ProjectFaultId = (typeof ROWS)[number]['id'];

/** The id of an injectable fault, built-in or user-defined (`pops-tb list faults`). */
export type FaultId = (typeof ROWS)[number]['id'] | OwnId;

/** The built-in faults, in the order of faults.md. */
export const PROJECT_FAULTS: readonly (Fault & { readonly id: ProjectFaultId })[] = ROWS;

const allFaults: (Fault & { readonly id: FaultId })[] = [...ROWS];

/** All injectable faults: first the built-in ones in the order of faults.md, then the user-defined ones. */
export const FAULTS: readonly (Fault & { readonly id: FaultId })[] = allFaults;

const BY_ID = new Map<string, Fault>(ROWS.map((fault) => [fault.id, fault]));

/** Registers the user-defined faults in this thread, replacing any earlier ones. */
export function setUserFaults(definitions: readonly OwnFault[]): void {
  for (const { id } of allFaults.splice(ROWS.length)) BY_ID.delete(id);
  for (const { id, title, output, generations = GENERATIONS, classes = RULE_CLASSES } of definitions) {
    const fault = { id, title, where: FAULT_OUTPUTS[output].unit, generations, classes };
    allFaults.push(fault);
    BY_ID.set(id, fault);
  }
}

/** Returns the fault with the given id, or undefined if there is none. */
export function findFault(id: string): Fault | undefined {
  return BY_ID.get(id);
}

/**
 * Returns whether a failure of the given rule counts as finding the fault: either the rule's class is one of
 * the fault's, or both the fault and the rule are user-defined.
 */
export function countsAsFinding(id: FaultId, rule: string): boolean {
  const ruleClass = isRuleId(rule) ? getRuleClass(rule) : undefined;
  if (ruleClass === undefined) return isUserDefinedId(id) && isUserDefinedId(rule);
  return findFault(id)?.classes.includes(ruleClass) === true;
}

/** Returns whether an id belongs to a built-in fault, or is valid for a user-defined one. */
export function isFaultId(id: string): id is FaultId {
  return BY_ID.has(id) || isUserDefinedId(id);
}
