import { describeCleanWaves } from './support/clean-waves.js';

describeCleanWaves(10_000);
