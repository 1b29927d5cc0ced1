import {
  EXIT_BY_EXPORT,
  GENERATIONS,
  WITH_HWREG_WAIT_STATES,
  WITH_MISSED_OVERLAPS,
  WITH_PACKER_REGISTER,
  WITH_SCOPES,
  WITH_SLC_STREAMING,
  WITH_SPLIT_COUNTERS,
  WITH_WAVE_IDS,
} from '../arch/index.js';
import { row } from './fault.js';

/** Additional faults, for rules that no fault in faults.md triggers. Part of `FAULTS`. */
export const RULE_FAULT_ROWS = [
  row('F186', 'the message is sent after the exports', 'program', WITH_WAVE_IDS, ['PERF']),
  row('F187', 'a sample interlock tracks overlap at half of the samples', 'registers', WITH_WAVE_IDS, [
    'PERF',
  ]),
  row(
    'F188',
    'all non-overlapping waves are reported as overlapping, instead of only some',
    'db',
    WITH_WAVE_IDS,
    ['PERF'],
  ),
  row('F189', 'a wave gets one fewer row of vector registers than its draw requests', 'spi', GENERATIONS, [
    'LAUNCH',
  ]),
  row(
    'F190',
    'the packer is written twice without wait states between the writes',
    'program',
    WITH_HWREG_WAIT_STATES,
    ['RACE'],
  ),
  row(
    'F191',
    'the path for waves with no active lanes relies on a wait that leaves one scalar load outstanding',
    'program',
    GENERATIONS,
    ['RACE'],
  ),
  row('F192', 'the message is also sent before the last store', 'program', WITH_WAVE_IDS, ['PROTO', 'RACE']),
  row('F193', 'the section sleeps for a long time after its last access', 'program', WITH_WAVE_IDS, ['PERF']),
  row('F194', 'the exiting id is read again in the section', 'program', WITH_WAVE_IDS, ['PROTO']),
  row(
    'F195',
    'OVERRIDE_INTRINSIC_RATE_ENABLE is clear for single-sample draws',
    'registers',
    EXIT_BY_EXPORT,
    ['CFG'],
  ),
  row('F196', 'overlap is tracked at two samples in single-sample draws', 'registers', EXIT_BY_EXPORT, [
    'CFG',
  ]),
  row(
    'F197',
    'the launch arbiter counts one fewer row of vector registers than a wave gets',
    'spi',
    GENERATIONS,
    ['LAUNCH'],
  ),
  row('F198', 'an event wait with the no-wait bit comes before the real one', 'program', EXIT_BY_EXPORT, [
    'PROTO',
  ]),
  row('F199', 'a pixel interlock has fewer depth samples than exposed samples', 'registers', EXIT_BY_EXPORT, [
    'CFG',
  ]),
  row('F200', 'a wrong packer is written before the correct one', 'program', WITH_PACKER_REGISTER, ['PROTO']),
  row('F201', 'SC supplies a collision argument for draws without ordering', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row('F202', 'SC supplies an intrawave argument for draws without ordering', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row('F203', 'a drain on overlap ends immediately', 'sc', WITH_MISSED_OVERLAPS, ['ORD']),
  row('F204', 'a half-full wave is closed as full', 'sc', GENERATIONS, ['LAUNCH']),
  row('F205', 'export ready is raised without export space', 'spi', EXIT_BY_EXPORT, ['EXP']),
  row('F206', 'the id window is one id too large', 'sc', WITH_WAVE_IDS, ['LAUNCH']),
  row('F207', 'a wave gets the wave type of the next packer', 'spi', GENERATIONS, ['LAUNCH']),
  row('F208', 'the last primitive of a draw is lost', 'sc', GENERATIONS, ['LAUNCH']),
  row('F209', 'loads are sent without their GLC bit', 'memory', GENERATIONS, ['PROTO']),
  row(
    'F210',
    'the store counter of a geometry or compute wave is decremented one cycle before its last store is performed',
    'memory',
    GENERATIONS,
    ['RACE'],
  ),
  row('F211', 'the acknowledgements of two waves’ stores are swapped', 'memory', GENERATIONS, ['RACE']),
  row('F212', 'the local data share gets no command for a FLAT access', 'sq', GENERATIONS, ['WIRE']),
  row('F213', 'an address unit sends two lines per cycle', 'memory', GENERATIONS, ['WIRE']),
  row('F214', 'a wave is closed early for a quad that does not overlap any quad in it', 'db', GENERATIONS, [
    'PERF',
  ]),
  row('F247', 'a counter wait ends one access too early, with one too many outstanding', 'sq', GENERATIONS, [
    'RACE',
  ]),
  row('F248', 'loads with SLC leave lines in L0 and GL1', 'memory', WITH_SLC_STREAMING, ['VIS']),
  row('F249', 'ordered loads have compute-unit scope', 'program', WITH_SCOPES, ['VIS', 'ORD']),
  row('F250', 'ordered stores have shader-engine scope', 'program', WITH_SCOPES, ['VIS', 'ORD']),
  row(
    'F251',
    'the first use of a loaded value waits on the wrong split counter',
    'program',
    WITH_SPLIT_COUNTERS,
    ['RACE'],
  ),
  row(
    'F252',
    'the wait before the exit is for the load counter instead of the store counter',
    'program',
    WITH_SPLIT_COUNTERS,
    ['RACE'],
  ),
  row('F253', 'a wave continues before the line of code that it requested has arrived', 'sqc', GENERATIONS, [
    'WIRE',
  ]),
  row('F254', 'an instruction that spans two lines is issued when the first arrives', 'sqc', GENERATIONS, [
    'WIRE',
  ]),
  row(
    'F255',
    'bins replay the primitives of draws without an ordered interlock from the last to the first',
    'sc',
    GENERATIONS,
    ['ORD'],
  ),
  row('F257', 'the width and height of a bin are swapped', 'sc', GENERATIONS, ['ORD']),
  row(
    'F260',
    'a waiting exit is counted as soon as one of several overlapped waves exits',
    'spi',
    EXIT_BY_EXPORT,
    ['ORD'],
  ),
  row('F258', 'a flushing overlap table accepts quads as soon as one entry is free', 'db', GENERATIONS, [
    'LAUNCH',
  ]),
] as const;
