import { tryFaults } from './support/try-faults.js';

tryFaults('Queues and launchers');
