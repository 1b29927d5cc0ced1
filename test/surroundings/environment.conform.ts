import { testFaults } from './support/try-faults.js';

testFaults('Limits, environment and clocks');
