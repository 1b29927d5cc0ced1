import { EXIT_BY_EXPORT, GENERATIONS, WITH_STORE_COUNTER, WITH_WAVE_IDS } from '../arch/index.js';
import { row } from './fault.js';

/** Faults of the shader program (faults.md E); rows of `FAULTS`. */
export const PROGRAM_FAULT_ROWS = [
  row(
    'F71',
    'the discard path that ends the wave after the packer was set sends no message',
    'program',
    WITH_WAVE_IDS,
    ['HANG', 'PROTO'],
  ),
  row('F72', 'an early return inside the section sends no message', 'program', WITH_WAVE_IDS, [
    'HANG',
    'PROTO',
  ]),
  row('F73', 'a way out of the section exits with its stores outstanding', 'program', GENERATIONS, [
    'RACE',
    'ORD',
  ]),
  row('F74', 'the exiting id is read once, ahead of the loop that waits for it', 'program', WITH_WAVE_IDS, [
    'HANG',
    'PROTO',
  ]),
  row('F76', 'the event wait comes first of all', 'program', EXIT_BY_EXPORT, ['PERF', 'IDLE']),
  row('F77', 'an ordered load comes ahead of the entry wait', 'program', GENERATIONS, ['ORD', 'RACE']),
  row('F78', 'an ordered store comes after the exit', 'program', GENERATIONS, ['ORD', 'RACE']),
  row('F79', 'a store that the section covers is moved out ahead of it', 'program', GENERATIONS, ['ORD']),
  row('F81', 'the event wait has bit 0 set, which on GFX11 means not to wait', 'program', EXIT_BY_EXPORT, [
    'ORD',
    'PROTO',
  ]),
  row(
    'F82',
    'the packer is taken from one bit where it has two, or from two where it has one',
    'program',
    WITH_WAVE_IDS,
    ['PROTO', 'ORD', 'HANG'],
  ),
  row(
    'F83',
    'the packer is written without its enable bit',
    'program',
    ['gfx10', 'gfx10.3'],
    ['HANG', 'PROTO'],
  ),
  row('F84', 'the two packer bits of MODE are swapped', 'program', ['gfx9'], ['PROTO', 'ORD', 'HANG']),
  row('F85', 'the correction of the newest id by one is left out on GFX9', 'program', ['gfx9'], ['ORD']),
  row(
    'F86',
    'the newest id is corrected by one on GFX9 whether it lies before a wrap or not',
    'program',
    ['gfx9'],
    ['HANG', 'IDLE', 'PERF'],
  ),
  row(
    'F87',
    'the newest id from before a wrap is corrected by one, as on GFX9',
    'program',
    ['gfx10', 'gfx10.3'],
    ['IDLE', 'PERF'],
  ),
  row('F88', 'the entry compares signed ids', 'program', WITH_WAVE_IDS, ['ORD', 'HANG']),
  row('F89', 'the entry compares with >= instead of >', 'program', WITH_WAVE_IDS, ['ORD']),
  row('F90', 'the entry compares ids as they are, without moving them by its own', 'program', WITH_WAVE_IDS, [
    'ORD',
    'HANG',
  ]),
  row('F91', 'ids are moved by -current instead of ~current', 'program', WITH_WAVE_IDS, ['HANG']),
  row('F92', 'unused bits of the collision argument are not masked', 'program', WITH_WAVE_IDS, [
    'ORD',
    'HANG',
  ]),
  row('F93', 'the entry wait runs although nothing overlapped', 'program', WITH_WAVE_IDS, ['HANG', 'PROTO']),
  row('F94', 'the entry wait does not sleep', 'program', WITH_WAVE_IDS, ['PERF', 'HANG']),
  row(
    'F95',
    'the sleep of the entry wait has no limit on GFX9, where nothing wakes it',
    'program',
    ['gfx9'],
    ['HANG'],
  ),
  row('F96', 'the entry is run again after the message', 'program', WITH_WAVE_IDS, ['HANG', 'PROTO']),
  row('F97', 'the message is sent before the entry wait', 'program', WITH_WAVE_IDS, ['ORD', 'PROTO']),
  row('F98', 'the message is sent twice', 'program', WITH_WAVE_IDS, ['PROTO', 'ORD']),
  row(
    'F99',
    'the message comes at the end of the first of two divergent halves of the section',
    'program',
    WITH_WAVE_IDS,
    ['ORD', 'RACE'],
  ),
  row('F100', 'the message stands on only one of the ways that lead to the end', 'program', WITH_WAVE_IDS, [
    'HANG',
    'PROTO',
  ]),
  row('F101', 'the section closes right after its entry wait', 'program', WITH_WAVE_IDS, ['ORD', 'RACE']),
  row('F102', 'no wait for loads, or on GFX9 for any access, before the exit', 'program', GENERATIONS, [
    'RACE',
  ]),
  row('F103', 'no store wait before the exit', 'program', WITH_STORE_COUNTER, ['RACE']),
  row('F104', 'no wait for scalar reads before the exit', 'program', GENERATIONS, ['RACE']),
  row('F105', 'only stores are waited for before the exit, and a load after it', 'program', GENERATIONS, [
    'RACE',
    'ORD',
  ]),
  row('F106', 'the wait before the exit leaves one access outstanding', 'program', GENERATIONS, ['RACE']),
  row('F107', 'a load by generic pointer is not waited for as one of local data', 'program', GENERATIONS, [
    'RACE',
  ]),
  row(
    'F108',
    'layers of a wave are taken from all bits of the intrawave argument, used or not',
    'program',
    WITH_WAVE_IDS,
    ['ORD'],
  ),
  row(
    'F109',
    'the lanes of a layer are counted ahead of the section, for the whole wave',
    'program',
    WITH_WAVE_IDS,
    ['PROTO'],
  ),
  row('F110', 'the section waits for memory that only younger waves could change', 'program', GENERATIONS, [
    'HANG',
  ]),
] as const;
