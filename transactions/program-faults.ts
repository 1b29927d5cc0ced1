import {
  EXIT_BY_EXPORT,
  GENERATIONS,
  NEWEST_EXACT,
  NEWEST_OFF_BY_ONE,
  PACKER_IN_MODE,
  WAITS_IF_SET,
  WITH_PACKER_REGISTER,
  WITH_STORE_COUNTER,
  WITH_WAVE_IDS,
  WITHOUT_EARLY_WAKES,
} from '../arch/index.js';
import { row } from './fault.js';

/** Faults in the shader program (faults.md E). Part of `FAULTS`. */
export const PROGRAM_FAULT_ROWS = [
  row(
    'F71',
    'the discard path that ends a wave after its packer was set sends no message',
    'program',
    WITH_WAVE_IDS,
    ['HANG', 'PROTO'],
  ),
  row('F72', 'an early return inside the section sends no message', 'program', WITH_WAVE_IDS, [
    'HANG',
    'PROTO',
  ]),
  row('F73', 'one path out of the section exits with stores outstanding', 'program', GENERATIONS, [
    'RACE',
    'ORD',
  ]),
  row('F74', 'the exiting id is read once, before the wait loop', 'program', WITH_WAVE_IDS, [
    'HANG',
    'PROTO',
  ]),
  row('F76', 'the event wait is the first instruction', 'program', EXIT_BY_EXPORT, ['PERF', 'IDLE']),
  row('F77', 'an ordered load comes before the entry wait', 'program', GENERATIONS, ['ORD', 'RACE']),
  row('F78', 'an ordered store comes after the exit', 'program', GENERATIONS, ['ORD', 'RACE']),
  row('F79', 'an ordered store is moved ahead of the section', 'program', GENERATIONS, ['ORD']),
  row('F80', 'the immediate of the event wait is 0, as on GFX11', 'program', WAITS_IF_SET, ['ORD', 'PROTO']),
  row(
    'F81',
    'the immediate of the event wait is 1, which does not cause a wait on any generation',
    'program',
    EXIT_BY_EXPORT,
    ['ORD', 'PROTO'],
  ),
  row(
    'F82',
    'the wrong number of bits is read for the packer (one instead of two, or two instead of one)',
    'program',
    WITH_WAVE_IDS,
    ['PROTO', 'ORD', 'HANG'],
  ),
  row('F83', 'the packer is written without its enable bit', 'program', WITH_PACKER_REGISTER, [
    'HANG',
    'PROTO',
  ]),
  row('F84', 'the two packer bits of MODE are swapped', 'program', PACKER_IN_MODE, ['PROTO', 'ORD', 'HANG']),
  row('F85', 'the off-by-one correction of the newest id is missing on GFX9', 'program', NEWEST_OFF_BY_ONE, [
    'ORD',
  ]),
  row('F86', 'the newest id is corrected by one on GFX9 even without a wrap', 'program', NEWEST_OFF_BY_ONE, [
    'HANG',
    'IDLE',
    'PERF',
  ]),
  row('F87', 'the newest id from before a wrap is corrected by one, as on GFX9', 'program', NEWEST_EXACT, [
    'IDLE',
    'PERF',
  ]),
  row('F88', 'the entry wait compares ids as signed numbers', 'program', WITH_WAVE_IDS, ['ORD', 'HANG']),
  row('F89', 'the entry wait compares with >= instead of >', 'program', WITH_WAVE_IDS, ['ORD']),
  row('F90', 'the entry wait compares ids without rebasing them on its own id', 'program', WITH_WAVE_IDS, [
    'ORD',
    'HANG',
  ]),
  row('F91', 'ids are rebased with -current instead of ~current', 'program', WITH_WAVE_IDS, ['HANG']),
  row('F92', 'unused bits of the collision argument are not masked', 'program', WITH_WAVE_IDS, [
    'ORD',
    'HANG',
  ]),
  row('F93', 'the entry wait runs even if nothing overlaps', 'program', WITH_WAVE_IDS, ['HANG', 'PROTO']),
  row('F94', 'the entry wait does not sleep', 'program', WITH_WAVE_IDS, ['PERF', 'HANG']),
  row(
    'F95',
    'the entry wait sleeps indefinitely on GFX9, where nothing wakes it',
    'program',
    WITHOUT_EARLY_WAKES,
    ['HANG'],
  ),
  row('F96', 'the entry wait is repeated after the message', 'program', WITH_WAVE_IDS, ['HANG', 'PROTO']),
  row('F97', 'the message is sent before the entry wait', 'program', WITH_WAVE_IDS, ['ORD', 'PROTO']),
  row('F98', 'the message is sent twice', 'program', WITH_WAVE_IDS, ['PROTO', 'ORD']),
  row(
    'F99',
    'the message is sent at the end of the first of two divergent halves of the section',
    'program',
    WITH_WAVE_IDS,
    ['ORD', 'RACE'],
  ),
  row('F100', 'only one of the paths to the end sends the message', 'program', WITH_WAVE_IDS, [
    'HANG',
    'PROTO',
  ]),
  row('F101', 'the section closes right after its entry wait', 'program', WITH_WAVE_IDS, ['ORD', 'RACE']),
  row('F102', 'there is no wait for loads (on GFX9, any access) before the exit', 'program', GENERATIONS, [
    'RACE',
  ]),
  row('F103', 'there is no wait for stores before the exit', 'program', WITH_STORE_COUNTER, ['RACE']),
  row('F104', 'there is no wait for scalar reads before the exit', 'program', GENERATIONS, ['RACE']),
  row(
    'F105',
    'the wait before the exit covers stores only, and the wait for a load follows the exit',
    'program',
    GENERATIONS,
    ['RACE', 'ORD'],
  ),
  row('F106', 'the wait before the exit leaves one access outstanding', 'program', GENERATIONS, ['RACE']),
  row(
    'F107',
    'the wait for a load through a generic pointer does not account for the load possibly reading LDS',
    'program',
    GENERATIONS,
    ['RACE'],
  ),
  row(
    'F108',
    'layers are taken from all bits of the intrawave argument, including unused ones',
    'program',
    WITH_WAVE_IDS,
    ['ORD'],
  ),
  row(
    'F109',
    'the lanes of a layer are counted before the section, over the whole wave',
    'program',
    WITH_WAVE_IDS,
    ['PROTO'],
  ),
  row('F110', 'the section waits for memory that only younger waves can change', 'program', GENERATIONS, [
    'HANG',
  ]),
] as const;
