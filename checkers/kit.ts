import { GENERATIONS } from '../arch/index.js';
import type { Rule, RuleEntry } from './evidence/rule/rule.js';

export type { Ledgers } from './evidence/facts/ledgers.js';
export { getWaveName, locateAnyWave } from './evidence/findings/any-wave.js';
export { describeBound, describeExceededLatency } from './evidence/findings/bound-freedom.js';
export type { Finding, Judge } from './evidence/findings/judge.js';
export { formatSteps, getWaveHistory, mergeHistories } from './evidence/findings/wave-history.js';
export {
  formatCount,
  formatInstructionAt,
  formatPc,
  formatUnit,
  formatWave,
  locateUnit,
  locateWave,
} from './evidence/findings/wording.js';
export { NEVER, type WaveRecord } from './evidence/ledger/wave-record.js';
export type { Rule, RuleCheck, RuleFactory } from './evidence/rule/rule.js';

/**
 * Defines a rule: adds the defaults to what the rule says. By default, a violation is an `error`, the rule applies to
 * all generations, and it needs no transactions.
 */
export function defineRule(rule: RuleEntry): Rule {
  return { severity: 'error', generations: GENERATIONS, statements: [], ...rule };
}
