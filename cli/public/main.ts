/**
 * Everything you need to write a config file, plug-in or test: your own rules and covergroups, and the exports of
 * `pops-testbench/harness` and `pops-testbench/stimulus` (extending.md, suites.md).
 *
 * @example
 * ```js
 * import { definePlugin, defineRule } from 'pops-testbench';
 *
 * // A rule registered in a config file is checked in every test, along with the testbench's own rules.
 * const fence = defineRule({
 *   id: 'acme.FENCE-01',
 *   text: 'A wave ends within 100,000 cycles of being formed.',
 *   timed: true,
 *   create: (facts, judge) => ({
 *     on: {
 *       'wave-ended'({ cycle, wave }) {
 *         const known = facts.waves.find(wave);
 *         if (known === undefined) return;
 *         judge.armed++;
 *         if (cycle <= known.formedCycle + 100_000) return;
 *         judge.violate(() => ({
 *           cycle,
 *           unit: 'sq',
 *           place: { wave },
 *           allowed: `The wave must end by cycle ${known.formedCycle + 100_000}.`,
 *           observed: `The wave ended at cycle ${cycle}.`,
 *           steps: [],
 *           hint: 'Find out what the wave was waiting for.',
 *         }));
 *       },
 *     },
 *   }),
 * });
 * export default definePlugin({ rules: [fence] });
 * console.log(fence.id); // acme.FENCE-01
 * ```
 *
 * @module
 */

export { type CovergroupBench, defineCovergroup, type UserCovergroup } from '../../coverage/index.js';
export {
  type Config,
  defineConfig,
  definePlugin,
  type NightPlan,
  type OptionValue,
  type RunDefaults,
} from '../../harness/extension/config.js';
export {
  defineReporter,
  defineSequence,
  type EndedRun,
  type Extension,
  type Reporter,
  type TransactionListener,
} from '../../harness/extension/extension.js';
export {
  defineFault,
  defineRule,
  type FaultDefinition,
  type FaultOutput,
  type FaultOutputs,
  type FaultyDevice,
  type FindingText,
  type FindingTime,
  type Handlers,
  type KnownWave,
  type RuleCheck,
  type RuleDefinition,
  type RuleFacts,
  type RuleFinding,
  type RuleJudge,
  type Transaction,
  type TransactionKind,
  type UserFault,
  type UserId,
  type WaveHandlers,
} from '../../transactions/index.js';
export * from './coverage.js';
export * from './harness.js';
export * from './stimulus.js';
