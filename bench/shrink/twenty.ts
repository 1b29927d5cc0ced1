import type { FaultId } from '../../transactions/index.js';

/**
 * The faults used to measure C5: those whose shrunk cases have at some point needed schedule decisions, extra waves or
 * extra time. Most other faults immediately shrink to the handwritten case, so a median over all faults would mean
 * little.
 */
export const C5_FAULTS: readonly FaultId[] = [
  'F27',
  'F28',
  'F42',
  'F45',
  'F46',
  'F48',
  'F49',
  'F57',
  'F60',
  'F63',
  'F72',
  'F79',
  'F87',
  'F90',
  'F100',
  'F145',
  'F148',
  'F150',
  'F161',
  'F171',
];
