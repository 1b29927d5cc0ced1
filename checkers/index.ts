export type { ScoreboardOptions, Scoreboards } from './scoreboards.js';
export { createScoreboards } from './scoreboards.js';
