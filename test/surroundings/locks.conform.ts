import { testFaults } from './support/try-faults.js';

testFaults('Locks');
