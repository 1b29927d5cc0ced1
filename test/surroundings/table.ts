import { DISK_FAULTS } from './disks.js';
import { ENVIRONMENT_FAULTS } from './environment.js';
import type { Fault } from './fault.js';
import { LOCK_FAULTS } from './locks.js';
import { QUEUE_FAULTS } from './queues.js';
import { SIGNAL_FAULTS } from './signals.js';

/** All environmental faults, keyed by heading in docs/reliability.md. */
export const FAULTS_BY_HEADING = {
  'Signals and streams': SIGNAL_FAULTS,
  Locks: LOCK_FAULTS,
  'Disks and files': DISK_FAULTS,
  'Limits, environment and clocks': ENVIRONMENT_FAULTS,
  'Queues and launchers': QUEUE_FAULTS,
} satisfies Record<string, readonly Fault[]>;
