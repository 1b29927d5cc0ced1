import { tryFaults } from './support/try-faults.js';

tryFaults('Signals and streams');
