import type { Gfx } from '../../arch/index.js';
import { RULES, type Rule, type RuleClass, type RuleId } from '../../transactions/index.js';

/** A rule that judged nothing, and why. */
export interface UnjudgedRule {
  readonly rule: RuleId;
  readonly reason: string;
}

const NO_MEETING = 'no two primitives made ordered accesses at one pixel or sample';
const NO_SECTION_ACCESS = 'no wave accessed memory in a section that somebody writes';
const NO_BACKGROUND = 'only pixel waves ran';
const COHERENT = 'no scene had caches that may be stale, or no wave read ordered memory in one';
const FIXED_DRIVER = 'the driver of the scenes leaves nothing to it';

/** Why a rule had nothing to judge, by rule. */
const REASONS: Readonly<Partial<Record<RuleId, string>>> = {
  'ORD-01': NO_MEETING,
  'ORD-02': NO_MEETING,
  'ORD-07': 'no wave could hold overlapping quads, or layers',
  'ORD-09': 'the interlock is ordered',
  'ORD-10': 'the scenes test no depth or stencil',
  'ORD-11': 'no draw drained on overlap or changed its samples',
  'IDLE-04': 'the scenes let the device invent overlaps',
  'HANG-10': 'no loop of the section reads memory that the section covers',
  'RACE-01': 'no wave left a section',
  'RACE-02': 'no register depends on a counter',
  'RACE-03': NO_SECTION_ACCESS,
  'RACE-04': 'nothing that may return out of order was outstanding at a wait',
  'RACE-05': 'no hardware register is written and used again',
  'VIS-01': COHERENT,
  'VIS-02': COHERENT,
  'VIS-03': 'no scene with stale caches reached ordered memory in two ways',
  'PROTO-01': 'no wave set its packer or left a section',
  'PROTO-02': 'no path sets the packer',
  'PROTO-03': 'no path polls the exiting id',
  'PROTO-04': 'no path polls the exiting id',
  'PROTO-06': 'the program has no parts, or none is known',
  'PROTO-07': 'no wave left a section',
  'PROTO-08': 'no path accesses memory in a section',
  'PROTO-09': 'no lanes of a wave take turns in the section',
  'PROTO-11': 'no path enters a section or writes memory',
  'CFG-13': FIXED_DRIVER,
  'LAUNCH-08': NO_BACKGROUND,
  'LAUNCH-09': NO_BACKGROUND,
  'EXP-02': 'no two exports asked for a bus in one cycle',
  'EXP-09': NO_BACKGROUND,
  'PERF-01': 'the scenes let the device invent overlaps as often as it likes',
  'PERF-02': 'the interlock is by pixel',
  'PERF-03': 'no draw drained on overlap',
  'PERF-04': 'no wave accessed ordered memory',
};

/** Rules of a generation that had nothing to judge in any run. */
export function notArmed(
  gfx: Gfx,
  armed: Readonly<Partial<Record<RuleId, number>>>,
  unchecked: readonly UnjudgedRule[],
): readonly UnjudgedRule[] {
  return RULES.filter(({ generations }) => generations.includes(gfx))
    .filter(({ id }) => !((armed[id as RuleId] ?? 0) > 0) && unchecked.every(({ rule }) => rule !== id))
    .map((rule) => ({ rule: rule.id as RuleId, reason: reasonOf(rule) }));
}

function reasonOf(rule: Rule): string {
  if (rule.judgesHangsOnly) return 'no device came to rest with work left';
  return REASONS[rule.id as RuleId] ?? BY_CLASS[rule.id.split('-')[0] as RuleClass];
}

/** Why rules without a reason of their own had nothing to judge. */
const BY_CLASS: Readonly<Record<RuleClass, string>> = {
  ORD: 'no wave of an ordered draw was formed',
  IDLE: 'no wave had to wait',
  HANG: 'no wave waited at an entry or ended',
  RACE: 'no access was made',
  VIS: COHERENT,
  PROTO: 'no instruction of the entry or the exit ran',
  CFG: 'the registers that it is about are left out of the state',
  LAUNCH: 'no wave was launched',
  EXP: 'no wave exported',
  PERF: 'no wave had a section',
};
