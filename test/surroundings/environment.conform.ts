import { tryFaults } from './support/try-faults.js';

tryFaults('Limits, environment and clocks');
