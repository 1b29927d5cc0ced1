import {
  EXIT_BY_EXPORT,
  GENERATIONS,
  WITH_EXACT_NEWEST_ID,
  WITH_FINE_RATE_WHEN_ORDERED,
  WITH_MISSED_OVERLAPS,
  WITH_NEWEST_ID_OFF_BY_ONE,
  WITH_STALLED_DRAIN,
  WITH_WAVE_IDS,
} from '../arch/index.js';
import { row } from './fault.js';

/**
 * Faults in wave formation, overlap detection, launch and exits (faults.md A to C). These rows are part of
 * `FAULTS`.
 */
export const FORMATION_FAULT_ROWS = [
  row('F01', 'ids are counted across the device instead of per packer', 'sc', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
  ]),
  row('F02', 'the exiting id wraps around one id earlier than wave ids do', 'spi', WITH_WAVE_IDS, [
    'ORD',
    'HANG',
    'LAUNCH',
  ]),
  row('F03', 'a newest id from before a wrap is reported two too low', 'db', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
    'IDLE',
  ]),
  row(
    'F04',
    'ids do not advance for a wave closed by the end of a draw, but the exit tracker counts it',
    'sc',
    WITH_WAVE_IDS,
    ['HANG', 'LAUNCH'],
  ),
  row(
    'F05',
    'a full id window does not stall wave formation, so two waves of a packer share an id',
    'sc',
    WITH_WAVE_IDS,
    ['ORD', 'LAUNCH'],
  ),
  row('F06', 'quads of the same pixel go to different packers in different draws', 'sc', GENERATIONS, [
    'ORD',
  ]),
  row('F07', 'a collision argument names the wrong packer', 'spi', WITH_WAVE_IDS, ['LAUNCH', 'ORD', 'HANG']),
  row(
    'F08',
    'same-pixel quads are packed into one wave even though intrawave loading is off',
    'sc',
    WITH_WAVE_IDS,
    ['ORD', 'LAUNCH'],
  ),
  row('F09', 'same-pixel quads are packed into one wave on GFX11', 'sc', EXIT_BY_EXPORT, ['ORD']),
  row('F10', 'the intrawave mask is missing the bit of a new layer', 'sc', WITH_WAVE_IDS, ['ORD']),
  row('F11', 'the intrawave mask is shifted by one quad', 'sc', WITH_WAVE_IDS, ['ORD']),
  row('F12', 'the intrawave mask is non-zero even though no overlap is reported', 'db', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
  ]),
  row('F13', 'a wave that overlaps only itself reports itself as newest', 'db', WITH_WAVE_IDS, [
    'HANG',
    'LAUNCH',
  ]),
  row('F14', 'a wave is closed one overlapping quad too late', 'sc', GENERATIONS, ['ORD']),
  row('F15', 'a partial wave is never closed', 'sc', GENERATIONS, ['HANG']),
  row('F16', 'the binner replays the primitives of a bin in the wrong order', 'sc', GENERATIONS, ['ORD']),
  row('F17', 'out-of-order rasterisation is on with an ordered interlock', 'registers', GENERATIONS, [
    'ORD',
    'CFG',
  ]),
  row(
    'F18',
    'coarse fragments are shaded with primitive ordering on GFX10.3',
    'sc',
    WITH_FINE_RATE_WHEN_ORDERED,
    ['ORD', 'LAUNCH'],
  ),
  row('F19', 'the overlap lookup ignores waves that have not launched', 'db', WITH_WAVE_IDS, [
    'ORD',
    'LAUNCH',
  ]),
  row(
    'F20',
    'draws with eight samples do not drain on chips that miss overlaps at eight samples',
    'registers',
    WITH_MISSED_OVERLAPS,
    ['HANG', 'ORD', 'CFG'],
  ),
  row(
    'F21',
    'the drain decision looks only at the rasterisation sample count',
    'registers',
    WITH_MISSED_OVERLAPS,
    ['CFG', 'HANG'],
  ),
  row('F22', 'the oldest overlapped wave is reported as newest', 'db', WITH_WAVE_IDS, ['ORD']),
  row('F23', 'the newest id is always one too small', 'db', WITH_NEWEST_ID_OFF_BY_ONE, ['ORD']),
  row('F24', 'a newest id from before a wrap is one too small, as on GFX9', 'db', WITH_EXACT_NEWEST_ID, [
    'ORD',
  ]),
  row('F25', 'a full overlap table silently drops quads', 'db', WITH_WAVE_IDS, ['ORD']),
  row('F26', 'an overlap entry is removed when its wave launches', 'db', GENERATIONS, ['ORD']),
  row('F27', 'an overlap entry is never removed', 'db', WITH_WAVE_IDS, ['IDLE', 'PERF', 'HANG']),
  row('F28', 'overlap tracking is cleared at the event between two draws', 'db', WITH_WAVE_IDS, [
    'ORD',
    'PERF',
  ]),
  row('F29', 'a pixel interlock is tracked per sample', 'db', GENERATIONS, ['ORD', 'CFG']),
  row('F30', 'a sample interlock is tracked per pixel', 'db', GENERATIONS, ['PERF', 'IDLE']),
  row('F31', 'samples of draws with different sample counts are compared by position', 'db', GENERATIONS, [
    'ORD',
  ]),
  row('F32', 'a change of the sample count clears the overlap table', 'db', GENERATIONS, ['ORD', 'HANG']),
  row('F33', 'a sample interlock uses only one depth sample', 'registers', EXIT_BY_EXPORT, ['ORD', 'CFG']),
  row('F34', 'a pixel interlock uses the four-sample overlap rate', 'registers', EXIT_BY_EXPORT, [
    'ORD',
    'CFG',
  ]),
  row(
    'F35',
    'the overlap lookup ignores the first covered pixel of a partially covered quad',
    'db',
    GENERATIONS,
    ['ORD'],
  ),
  row('F36', 'a drain holds back partial waves regardless of the squad control', 'db', WITH_STALLED_DRAIN, [
    'HANG',
    'CFG',
  ]),
  row(
    'F37',
    "a wave's colours are merged ahead of the previous wave's when coverage differs",
    'rb',
    EXIT_BY_EXPORT,
    ['ORD', 'EXP'],
  ),
  row(
    'F38',
    'RSRC2 does not load the collision argument that the shader expects',
    'registers',
    WITH_WAVE_IDS,
    ['LAUNCH', 'CFG'],
  ),
  row(
    'F39',
    'RSRC2 and PA_SC_SHADER_CONTROL disagree about the collision argument',
    'registers',
    WITH_WAVE_IDS,
    ['CFG', 'LAUNCH'],
  ),
  row('F40', 'PA_SC_SHADER_CONTROL is not cleared if a shader has no section', 'registers', WITH_WAVE_IDS, [
    'CFG',
  ]),
  row('F41', 'waves of a packer start out of id order', 'spi', GENERATIONS, ['HANG', 'LAUNCH']),
  row('F42', 'export space goes to the youngest waiting wave of a packer', 'spi', EXIT_BY_EXPORT, [
    'HANG',
    'EXP',
  ]),
  row(
    'F43',
    'export ready is raised on allocation even though overlapped waves are still in their sections',
    'spi',
    EXIT_BY_EXPORT,
    ['ORD'],
  ),
  row(
    'F44',
    'the draw allocates no export space, so export ready is never raised',
    'registers',
    EXIT_BY_EXPORT,
    ['HANG', 'CFG'],
  ),
  row('F45', "the exiting id advances on a younger wave's message", 'spi', WITH_WAVE_IDS, ['ORD']),
  row('F46', 'the exiting id runs ahead by one', 'spi', WITH_WAVE_IDS, ['ORD']),
  row('F47', 'a wave that takes no part in ordering never counts as exited', 'spi', WITH_WAVE_IDS, ['HANG']),
  row('F48', 'one exit is lost when two messages arrive in the same cycle', 'spi', WITH_WAVE_IDS, ['HANG']),
  row(
    'F49',
    'a wave that ends without a message counts as exited even though its stores are outstanding',
    'program',
    WITH_WAVE_IDS,
    ['ORD', 'RACE'],
  ),
  row('F50', 'a message arrives twice and also counts for the next wave', 'spi', WITH_WAVE_IDS, [
    'ORD',
    'PROTO',
  ]),
  row('F51', 'a message sent with no packer set advances the exit tracker twice', 'spi', WITH_WAVE_IDS, [
    'ORD',
  ]),
  row('F52', 'the packer register is not cleared at wave start', 'spi', WITH_WAVE_IDS, ['LAUNCH']),
  row(
    'F53',
    'the resources of a wave are not released when it ends with no active lanes',
    'spi',
    GENERATIONS,
    ['LAUNCH', 'HANG'],
  ),
] as const;
