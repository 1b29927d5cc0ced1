import {
  EXIT_BY_EXPORT,
  GENERATIONS,
  HANGS_ABOVE_SAMPLE_COUNT,
  WITH_FINE_RATE_WHEN_ORDERED,
  WITH_MISSED_OVERLAPS,
  WITH_MOVED_REGISTERS,
  WITH_STALLED_DRAIN,
  WITH_WAVE_IDS,
} from '../arch/index.js';
import { row } from './fault.js';

/** Faults in registers that the driver programs (faults.md F). Part of `FAULTS`. */
export const REGISTER_FAULT_ROWS = [
  row('F112', 'the registers are set up for a shader without an interlock', 'registers', GENERATIONS, [
    'CFG',
    'ORD',
  ]),
  row('F113', 'PRIMITIVE_ORDERED_PIXEL_SHADER is clear for an interlock shader', 'registers', GENERATIONS, [
    'CFG',
    'ORD',
  ]),
  row('F114', 'POPS_OVERLAP_NUM_SAMPLES is not zero with pixel interlock', 'registers', WITH_WAVE_IDS, [
    'CFG',
    'ORD',
  ]),
  row('F115', 'POPS_OVERLAP_NUM_SAMPLES exceeds the sample count', 'registers', HANGS_ABOVE_SAMPLE_COUNT, [
    'HANG',
    'CFG',
  ]),
  row(
    'F116',
    'OVERRIDE_INTRINSIC_RATE_ENABLE is clear for an interlock shader',
    'registers',
    EXIT_BY_EXPORT,
    ['CFG'],
  ),
  row('F117', 'DB_SHADER_CONTROL is not updated when the sample count changes', 'registers', GENERATIONS, [
    'CFG',
    'ORD',
  ]),
  row('F118', 'a draw drains needlessly because an earlier one had to', 'registers', WITH_MISSED_OVERLAPS, [
    'PERF',
    'CFG',
  ]),
  row('F119', 'every draw drains on overlap', 'registers', WITH_MISSED_OVERLAPS, ['PERF']),
  row('F120', 'DB_DFSM_CONTROL is written at another generation’s address', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row(
    'F121',
    'draws drain on overlap on GFX10.1 even though partial squads may not launch',
    'registers',
    WITH_STALLED_DRAIN,
    ['HANG', 'CFG'],
  ),
  row('F122', 'NUM_SAMPLES is not updated when the sample count changes', 'registers', EXIT_BY_EXPORT, [
    'CFG',
    'ORD',
  ]),
  row(
    'F123',
    'the ordering registers are written at the previous generation’s addresses',
    'registers',
    WITH_MOVED_REGISTERS,
    ['CFG'],
  ),
  row('F124', 'a coarse rate is forced on a draw with primitive ordering', 'registers', EXIT_BY_EXPORT, [
    'ORD',
    'CFG',
  ]),
  row(
    'F125',
    'coarse rates are not forced to pixel rate for a shader whose section was optimised away',
    'registers',
    WITH_FINE_RATE_WHEN_ORDERED,
    ['CFG'],
  ),
] as const;
