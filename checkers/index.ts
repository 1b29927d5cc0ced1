export { WaveNumbers } from './evidence/basics/wave-numbers.js';
export type { Rule } from './evidence/rule/rule.js';
export { collisionRegisterOf, examine } from './evidence/static/examine.js';
export { liveAtStart } from './evidence/static/liveness.js';
export type { StaticReport } from './evidence/static/report.js';
export { OutcomeCounter } from './rules/weak/outcome-counter.js';
export { findRule, RULES, setOwnRules } from './rules.js';
export type { ScoreboardOptions, Scoreboards } from './scoreboards.js';
export { createScoreboards } from './scoreboards.js';
