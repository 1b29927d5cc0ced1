export { WaveNumbers } from './basics/wave-numbers.js';
export type { Rule } from './rule/rule.js';
export { findRule, RULES, setOwnRules } from './rules.js';
export type { ScoreboardOptions, Scoreboards } from './scoreboards.js';
export { createScoreboards } from './scoreboards.js';
export { collisionRegisterOf, examine } from './static/examine.js';
export { liveAtStart } from './static/liveness.js';
export type { StaticReport } from './static/report.js';
export { OutcomeCounter } from './weak/outcome-counter.js';
