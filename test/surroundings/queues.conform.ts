import { testFaults } from './support/try-faults.js';

testFaults('Queues and launchers');
