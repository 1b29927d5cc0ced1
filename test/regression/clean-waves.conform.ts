import { describeCleanWaves } from './support/clean-waves.js';

describeCleanWaves(5_000);
