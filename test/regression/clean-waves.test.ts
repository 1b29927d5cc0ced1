import { describeCleanWaves } from './support/clean-waves.js';

describeCleanWaves(1_000);
