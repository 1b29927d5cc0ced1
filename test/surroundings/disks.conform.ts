import { tryFaults } from './support/try-faults.js';

tryFaults('Disks and files');
