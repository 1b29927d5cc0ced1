import { EXIT_BY_EXPORT, WITH_WAVE_IDS, WOKEN_BY_EXITS } from '../arch/index.js';
import { row } from './fault.js';

/** Faults in the interaction of two units: both act in the same cycle, or one acts while the other is still busy. */
export const HANDSHAKE_FAULT_ROWS = [
  row('F239', 'the exit tracker accepts two messages per cycle and drops a third', 'spi', WITH_WAVE_IDS, [
    'HANG',
  ]),
  row(
    'F240',
    'an exit is lost if it arrives in the cycle in which an earlier one becomes visible to polls',
    'spi',
    WITH_WAVE_IDS,
    ['HANG'],
  ),
  row(
    'F241',
    'a wake is lost if it arrives in the cycle in which its wave goes to sleep',
    'sq',
    WOKEN_BY_EXITS,
    ['HANG', 'IDLE'],
  ),
  row(
    'F242',
    'an exit toggles the exit-since-last-poll flag instead of setting it, so a second exit before the sleep clears it',
    'sq',
    WOKEN_BY_EXITS,
    ['HANG', 'IDLE'],
  ),
  row(
    'F243',
    'an exit that is counted while an earlier one is still on its way to polls never becomes visible to them',
    'spi',
    WITH_WAVE_IDS,
    ['HANG', 'IDLE'],
  ),
  row('F244', 'the id window moves once an exit is counted, before polls see it', 'spi', WITH_WAVE_IDS, [
    'ORD',
    'HANG',
    'LAUNCH',
  ]),
  row(
    'F245',
    'export ready is lost if it arrives in the cycle in which its wave starts waiting for it',
    'sq',
    EXIT_BY_EXPORT,
    ['HANG'],
  ),
  row(
    'F246',
    'two exits in one cycle count as one for a wave that overlaps both waves',
    'spi',
    EXIT_BY_EXPORT,
    ['HANG'],
  ),
] as const;
