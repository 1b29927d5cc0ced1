import { testFaults } from './support/try-faults.js';

testFaults('Disks and files');
