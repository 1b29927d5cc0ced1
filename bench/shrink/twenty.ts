import type { FaultId } from '../../transactions/index.js';

/**
 * The faults that C5 is measured on: those whose shrunk cases once needed decisions of the schedule, or more waves or time than others.
 * Most other faults come to the case by hand at once, so the median of all would say little.
 */
export const TWENTY: readonly FaultId[] = [
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
