import { GENERATIONS } from '../arch/index.js';
import type { Finding } from './evidence/findings/judge.js';
import type { Rule, RuleEntry } from './evidence/rule/rule.js';

export { DefaultMap, getOrCreate, memoise } from './evidence/basics/default-map.js';
export { type Handlers, ignoreRepeats, mergeHandlers } from './evidence/basics/handlers.js';
export { hasLane } from './evidence/basics/words.js';
export type { Ledgers } from './evidence/facts/ledgers.js';
export {
  findSimd,
  getCacheIndex,
  getComputeUnit,
  getProcessor,
  getShaderArray,
} from './evidence/facts/simds.js';
export {
  findWaveProgram,
  formatAnyPc,
  getWaveName,
  locateAnyWave,
} from './evidence/findings/any-wave.js';
export type { Finding, Judge } from './evidence/findings/judge.js';
export { describeBound, describeExceededLatency } from './evidence/findings/knob-bound.js';
export { formatSteps, getWaveHistory, mergeHistories } from './evidence/findings/wave-history.js';
export {
  formatCount,
  formatInstructionAt,
  formatPc,
  formatUnit,
  formatWave,
  formatWaves,
  locateUnit,
  locateWave,
} from './evidence/findings/wording.js';
export { QUAD } from './evidence/geometry/quad-columns.js';
export type { AccessRecord } from './evidence/ledger/access-record.js';
export { type AnyWave, findAnyWave } from './evidence/ledger/background.js';
export { NEVER, WaveRecord } from './evidence/ledger/wave-record.js';
export type { DrawFacts } from './evidence/program/draws.js';
export { findInstructionIndex, getInstructionAt } from './evidence/program/programs.js';
export { checkBackgroundPaths, checkEveryPath, reportEveryPath } from './evidence/rule/every-path.js';
export type { Rule, RuleCheck, RuleFactory } from './evidence/rule/rule.js';

/** What a rule finds wrong: a sentence each for what is allowed and what was observed, and the bound, if one is to blame. */
export type Problem = Pick<Finding, 'allowed' | 'observed' | 'freedom'>;

/** Where and when a wave does something. */
export interface ProgramPoint {
  readonly cycle: number;
  readonly pc: number;
}

/**
 * Defines a rule: adds the defaults to what the rule says. By default, a violation is an `error`, the rule applies to
 * all generations, and it needs no transactions.
 */
export function defineRule(rule: RuleEntry): Rule {
  return { severity: 'error', generations: GENERATIONS, statements: [], ...rule };
}
