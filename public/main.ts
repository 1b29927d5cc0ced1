export {
  type Bench,
  type BinOptions,
  bin,
  type Coverpoint,
  type Cross,
  type CrossBin,
  covergroup as defineCovergroup,
  crossBin,
  eachValue,
  ignoreBin,
  ignoreCross,
  illegalBin,
  illegalCross,
  labelBins,
  NOT_SAMPLED,
  stepRanges,
  transition,
  type ValueBin,
  type ValueSet,
  wildcardBin,
} from '../coverage/index.js';
export {
  type Config,
  defineConfig,
  definePlugin,
  type OptionValue,
  type RunDefaults,
} from '../regression/extension/config.js';
export type { Extension } from '../regression/extension/extension.js';
export {
  defineRule,
  type Handlers,
  type KnownWave,
  type OwnId,
  type RuleCheck,
  type RuleDefinition,
  type RuleFacts,
  type RuleFinding,
  type RuleJudge,
  type Transaction,
  type TransactionKind,
} from '../transactions/index.js';
export * from './harness.js';
export * from './stimulus.js';
