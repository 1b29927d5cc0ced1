import { testFaults } from './support/try-faults.js';

testFaults('Signals and streams');
