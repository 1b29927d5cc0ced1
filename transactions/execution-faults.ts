import {
  EXIT_BY_EXPORT,
  GENERATIONS,
  PACKER_IN_MODE,
  WITH_WAVE_IDS,
  WITHOUT_EARLY_WAKEUPS,
  WOKEN_BY_EXITS,
} from '../arch/index.js';
import { row } from './fault.js';

/** Faults in shader execution (faults.md D). These rows are part of `FAULTS`. */
export const EXECUTION_FAULT_ROWS = [
  row('F54', 'every poll by a wave returns the value of its first poll', 'sq', WITH_WAVE_IDS, ['HANG']),
  row('F55', 'polls read the exiting id of another packer', 'sq', WITH_WAVE_IDS, ['ORD', 'HANG']),
  row('F56', 'polls read the exiting id with a higher bit set', 'sq', WITH_WAVE_IDS, ['ORD', 'HANG']),
  row('F57', 'a wake between poll and sleep is lost, regardless of sleep length', 'sq', WOKEN_BY_EXITS, [
    'HANG',
    'IDLE',
    'PERF',
  ]),
  row('F58', 'an exit wakes the sleepers of another packer', 'sq', WOKEN_BY_EXITS, ['HANG', 'IDLE']),
  row('F59', 'a sleep never ends on its own on GFX9', 'sq', WITHOUT_EARLY_WAKEUPS, ['HANG']),
  row('F60', 'a message waits until its wave has no outstanding operations', 'sq', WITH_WAVE_IDS, ['IDLE']),
  row('F61', "a message's counter is never decremented", 'sq', WITH_WAVE_IDS, ['RACE', 'HANG']),
  row('F62', 'counters are decremented at issue instead of completion', 'sq', GENERATIONS, ['RACE', 'ORD']),
  row('F63', 'loads return out of order, and each return counts for the oldest load', 'memory', GENERATIONS, [
    'RACE',
  ]),
  row('F64', 'the combined exit does not wait for outstanding stores', 'sq', WITH_WAVE_IDS, ['RACE', 'HANG']),
  row('F65', 'the event wait does not wait', 'sq', EXIT_BY_EXPORT, ['ORD', 'HANG']),
  row('F66', 'the event wait sees export-ready from an earlier wave in its slot', 'sq', EXIT_BY_EXPORT, [
    'ORD',
  ]),
  row('F67', 'a write to other bits of MODE clears the packer', 'sq', PACKER_IN_MODE, ['HANG', 'PROTO']),
  row('F68', 'the trap handler does not restore the packer', 'sq', WITH_WAVE_IDS, ['HANG']),
  row('F69', 'messages and exports of a wave with no active lanes are skipped', 'sq', GENERATIONS, ['HANG']),
  row(
    'F70',
    'a branch to the early exit is taken before its condition settles, and skips the exit',
    'sq',
    GENERATIONS,
    ['HANG'],
  ),
] as const;
