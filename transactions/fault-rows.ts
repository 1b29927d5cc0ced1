import {
  EXIT_BY_EXPORT,
  GENERATIONS,
  HANGS_ABOVE_SAMPLE_COUNT,
  PACKER_IN_MODE,
  WAITS_IF_SET,
  WITH_EXACT_NEWEST_ID,
  WITH_FINE_RATE_WHEN_ORDERED,
  WITH_MISSED_OVERLAPS,
  WITH_MOVED_REGISTERS,
  WITH_NEWEST_ID_OFF_BY_ONE,
  WITH_PACKER_REGISTER,
  WITH_STALLED_DRAIN,
  WITH_STORE_COUNTER,
  WITH_WAVE_IDS,
  WITHOUT_EARLY_WAKEUPS,
  WOKEN_BY_EXITS,
} from '../arch/index.js';
import { ROWS_OF } from './fault.js';

const { sc, db, spi, sq, rb, memory, program, registers } = ROWS_OF;

/** The first part of the fault table, in the order of faults.md: id, location, classes, generations, features, title. */
export const FAULT_ROWS = {
  // Wave formation, overlap detection, launch and exits (faults.md A to C).
  F01: sc('ORD LAUNCH', WITH_WAVE_IDS).title('ids are counted across the device instead of per packer'),
  F02: spi('ORD HANG LAUNCH', WITH_WAVE_IDS).title(
    'the exiting id wraps around one id earlier than wave ids do',
  ),
  F03: db('ORD LAUNCH IDLE', WITH_WAVE_IDS).title('a newest id from before a wrap is reported two too low'),
  F04: sc('HANG LAUNCH', WITH_WAVE_IDS).title(
    'ids do not advance for a wave closed by the end of a draw, but the exit tracker counts it',
  ),
  F05: sc('ORD LAUNCH', WITH_WAVE_IDS).title(
    'a full id window does not stall wave formation, so two waves of a packer share an id',
  ),
  F06: sc('ORD').title('quads of the same pixel go to different packers in different draws'),
  F07: spi('LAUNCH ORD HANG', WITH_WAVE_IDS).title('a collision argument names the wrong packer'),
  F08: sc('ORD LAUNCH', WITH_WAVE_IDS).title(
    'same-pixel quads are packed into one wave even though intrawave loading is off',
  ),
  F09: sc('ORD', EXIT_BY_EXPORT).title('same-pixel quads are packed into one wave on GFX11'),
  F10: sc('ORD', WITH_WAVE_IDS, 'intrawave-layers').title(
    'the intrawave mask is missing the bit of a new layer',
  ),
  F11: sc('ORD', WITH_WAVE_IDS, 'intrawave-layers').title('the intrawave mask is shifted by one quad'),
  F12: db('ORD LAUNCH', WITH_WAVE_IDS, 'intrawave-layers').title(
    'the intrawave mask is non-zero even though no overlap is reported',
  ),
  F13: db('HANG LAUNCH', WITH_WAVE_IDS, 'intrawave-layers').title(
    'a wave that overlaps only itself reports itself as newest',
  ),
  F14: sc('ORD').title('a wave is closed one overlapping quad too late'),
  F15: sc('HANG').title('a partial wave is never closed'),
  F16: sc('ORD').title('the binner replays the primitives of a bin in the wrong order'),
  F17: registers('ORD CFG').title('out-of-order rasterisation is on with an ordered interlock'),
  F18: sc('ORD LAUNCH', WITH_FINE_RATE_WHEN_ORDERED, 'coarse-rates').title(
    'coarse fragments are shaded with primitive ordering on GFX10.3',
  ),
  F19: db('ORD LAUNCH', WITH_WAVE_IDS).title('the overlap lookup ignores waves that have not launched'),
  F20: registers('HANG ORD CFG', WITH_MISSED_OVERLAPS, 'mixed-samples').title(
    'draws with eight samples do not drain on chips that miss overlaps at eight samples',
  ),
  F21: registers('CFG HANG', WITH_MISSED_OVERLAPS, 'drains').title(
    'the drain decision looks only at the rasterisation sample count',
  ),
  F22: db('ORD', WITH_WAVE_IDS).title('the oldest overlapped wave is reported as newest'),
  F23: db('ORD', WITH_NEWEST_ID_OFF_BY_ONE).title('the newest id is always one too small'),
  F24: db('ORD', WITH_EXACT_NEWEST_ID).title('a newest id from before a wrap is one too small, as on GFX9'),
  F25: db('ORD', WITH_WAVE_IDS).title('a full overlap table silently drops quads'),
  F26: db('ORD').title('an overlap entry is removed when its wave launches'),
  F27: db('IDLE PERF HANG', WITH_WAVE_IDS).title('an overlap entry is never removed'),
  F28: db('ORD PERF', WITH_WAVE_IDS).title('overlap tracking is cleared at the event between two draws'),
  F29: db('ORD CFG').title('a pixel interlock is tracked per sample'),
  F30: db('PERF IDLE', GENERATIONS, 'mixed-samples').title('a sample interlock is tracked per pixel'),
  F31: db('ORD', GENERATIONS, 'mixed-samples').title(
    'samples of draws with different sample counts are compared by position',
  ),
  F32: db('ORD HANG', GENERATIONS, 'mixed-samples').title(
    'a change of the sample count clears the overlap table',
  ),
  F33: registers('ORD CFG', EXIT_BY_EXPORT, 'sample-interlock').title(
    'a sample interlock uses only one depth sample',
  ),
  F34: registers('ORD CFG', EXIT_BY_EXPORT).title('a pixel interlock uses the four-sample overlap rate'),
  F35: db('ORD').title('the overlap lookup ignores the first covered pixel of a partially covered quad'),
  F36: db('HANG CFG', WITH_STALLED_DRAIN, 'drains').title(
    'a drain holds back partial waves regardless of the squad control',
  ),
  F37: rb('ORD EXP', EXIT_BY_EXPORT).title(
    "a wave's colours are merged ahead of the previous wave's when coverage differs",
  ),
  F38: registers('LAUNCH CFG', WITH_WAVE_IDS).title(
    'RSRC2 does not load the collision argument that the shader expects',
  ),
  F39: registers('CFG LAUNCH', WITH_WAVE_IDS).title(
    'RSRC2 and PA_SC_SHADER_CONTROL disagree about the collision argument',
  ),
  F40: registers('CFG', WITH_WAVE_IDS, 'empty-section').title(
    'PA_SC_SHADER_CONTROL is not cleared if a shader has no section',
  ),
  F41: spi('HANG LAUNCH').title('waves of a packer start out of id order'),
  F42: spi('HANG EXP', EXIT_BY_EXPORT).title('export space goes to the youngest waiting wave of a packer'),
  F43: spi('ORD', EXIT_BY_EXPORT).title(
    'export ready is raised on allocation even though overlapped waves are still in their sections',
  ),
  F44: registers('HANG CFG', EXIT_BY_EXPORT).title(
    'the draw allocates no export space, so export ready is never raised',
  ),
  F45: spi('ORD', WITH_WAVE_IDS).title("the exiting id advances on a younger wave's message"),
  F46: spi('ORD', WITH_WAVE_IDS).title('the exiting id runs ahead by one'),
  F47: spi('HANG', WITH_WAVE_IDS).title('a wave that takes no part in ordering never counts as exited'),
  F48: spi('HANG', WITH_WAVE_IDS).title('one exit is lost when two messages arrive in the same cycle'),
  F49: program('ORD RACE', WITH_WAVE_IDS).title(
    'a wave that ends without a message counts as exited even though its stores are outstanding',
  ),
  F50: spi('ORD PROTO', WITH_WAVE_IDS).title('a message arrives twice and also counts for the next wave'),
  F51: spi('ORD', WITH_WAVE_IDS).title('a message sent with no packer set advances the exit tracker twice'),
  F52: spi('LAUNCH', WITH_WAVE_IDS).title('the packer register is not cleared at wave start'),
  F53: spi('LAUNCH HANG').title('the resources of a wave are not released when it ends with no active lanes'),
  // Shader execution (faults.md D).
  F54: sq('HANG', WITH_WAVE_IDS).title('every poll by a wave returns the value of its first poll'),
  F55: sq('ORD HANG', WITH_WAVE_IDS).title('polls read the exiting id of another packer'),
  F56: sq('ORD HANG', WITH_WAVE_IDS).title('polls read the exiting id with a higher bit set'),
  F57: sq('HANG IDLE PERF', WOKEN_BY_EXITS).title(
    'a wake between poll and sleep is lost, regardless of sleep length',
  ),
  F58: sq('HANG IDLE', WOKEN_BY_EXITS).title('an exit wakes the sleepers of another packer'),
  F59: sq('HANG', WITHOUT_EARLY_WAKEUPS).title('a sleep never ends on its own on GFX9'),
  F60: sq('IDLE', WITH_WAVE_IDS, 'busy-exit').title(
    'a message waits until its wave has no outstanding operations',
  ),
  F61: sq('RACE HANG', WITH_WAVE_IDS).title("a message's counter is never decremented"),
  F62: sq('RACE ORD').title('counters are decremented at issue instead of completion'),
  F63: memory('RACE', GENERATIONS, 'counted-waits').title(
    'loads return out of order, and each return counts for the oldest load',
  ),
  F64: sq('RACE HANG', WITH_WAVE_IDS, 'combined-exit').title(
    'the combined exit does not wait for outstanding stores',
  ),
  F65: sq('ORD HANG', EXIT_BY_EXPORT).title('the event wait does not wait'),
  F66: sq('ORD', EXIT_BY_EXPORT).title('the event wait sees export-ready from an earlier wave in its slot'),
  F67: sq('HANG PROTO', PACKER_IN_MODE, 'busy-entry').title(
    'a write to other bits of MODE clears the packer',
  ),
  F68: sq('HANG', WITH_WAVE_IDS, 'busy-entry').title('the trap handler does not restore the packer'),
  F69: sq('HANG', GENERATIONS, 'early-exit', 'discard-after-packer').title(
    'messages and exports of a wave with no active lanes are skipped',
  ),
  F70: sq('HANG', GENERATIONS, 'early-exit', 'discard-after-packer').title(
    'a branch to the early exit is taken before its condition settles, and skips the exit',
  ),
  // The shader program (faults.md E).
  F71: program('HANG PROTO', WITH_WAVE_IDS, 'discard-after-packer').title(
    'the discard path that ends a wave after its packer was set sends no message',
  ),
  F72: program('HANG PROTO', WITH_WAVE_IDS).title('an early return inside the section sends no message'),
  F73: program('RACE ORD').title('one path out of the section exits with stores outstanding'),
  F74: program('HANG PROTO', WITH_WAVE_IDS).title('the exiting id is read once, before the wait loop'),
  F76: program('PERF IDLE', EXIT_BY_EXPORT).title('the event wait is the first instruction'),
  F77: program('ORD RACE', GENERATIONS, 'many-paths').title('an ordered load comes before the entry wait'),
  F78: program('ORD RACE', GENERATIONS, 'many-paths').title('an ordered store comes after the exit'),
  F79: program('ORD', GENERATIONS, 'many-paths').title('an ordered store is moved ahead of the section'),
  F80: program('ORD PROTO', WAITS_IF_SET).title('the immediate of the event wait is 0, as on GFX11'),
  F81: program('ORD PROTO', EXIT_BY_EXPORT).title(
    'the immediate of the event wait is 1, which does not cause a wait on any generation',
  ),
  F82: program('PROTO ORD HANG', WITH_WAVE_IDS).title(
    'the wrong number of bits is read for the packer (one instead of two, or two instead of one)',
  ),
  F83: program('HANG PROTO', WITH_PACKER_REGISTER).title('the packer is written without its enable bit'),
  F84: program('PROTO ORD HANG', PACKER_IN_MODE).title('the two packer bits of MODE are swapped'),
  F85: program('ORD', WITH_NEWEST_ID_OFF_BY_ONE).title(
    'the off-by-one correction of the newest id is missing on GFX9',
  ),
  F86: program('HANG IDLE PERF', WITH_NEWEST_ID_OFF_BY_ONE).title(
    'the newest id is corrected by one on GFX9 even without a wrap',
  ),
  F87: program('IDLE PERF', WITH_EXACT_NEWEST_ID).title(
    'the newest id from before a wrap is corrected by one, as on GFX9',
  ),
  F88: program('ORD HANG', WITH_WAVE_IDS).title('the entry wait compares ids as signed numbers'),
  F89: program('ORD', WITH_WAVE_IDS).title('the entry wait compares with >= instead of >'),
  F90: program('ORD HANG', WITH_WAVE_IDS).title(
    'the entry wait compares ids without rebasing them on its own id',
  ),
  F91: program('HANG', WITH_WAVE_IDS).title('ids are rebased with -current instead of ~current'),
  F92: program('ORD HANG', WITH_WAVE_IDS).title('unused bits of the collision argument are not masked'),
  F93: program('HANG PROTO', WITH_WAVE_IDS).title('the entry wait runs even if nothing overlaps'),
  F94: program('PERF HANG', WITH_WAVE_IDS).title('the entry wait does not sleep'),
  F95: program('HANG', WITHOUT_EARLY_WAKEUPS).title(
    'the entry wait sleeps indefinitely on GFX9, where nothing wakes it',
  ),
  F96: program('HANG PROTO', WITH_WAVE_IDS, 'many-paths').title(
    'the entry wait is repeated after the message',
  ),
  F97: program('ORD PROTO', WITH_WAVE_IDS).title('the message is sent before the entry wait'),
  F98: program('PROTO ORD', WITH_WAVE_IDS).title('the message is sent twice'),
  F99: program('ORD RACE', WITH_WAVE_IDS, 'many-paths').title(
    'the message is sent at the end of the first of two divergent halves of the section',
  ),
  F100: program('HANG PROTO', WITH_WAVE_IDS).title('only one of the paths to the end sends the message'),
  F101: program('ORD RACE', WITH_WAVE_IDS).title('the section closes right after its entry wait'),
  F102: program('RACE').title('there is no wait for loads (on GFX9, any access) before the exit'),
  F103: program('RACE', WITH_STORE_COUNTER).title('there is no wait for stores before the exit'),
  F104: program('RACE', GENERATIONS, 'many-paths').title('there is no wait for scalar reads before the exit'),
  F105: program('RACE ORD', GENERATIONS, 'many-paths').title(
    'the wait before the exit covers stores only, and the wait for a load follows the exit',
  ),
  F106: program('RACE').title('the wait before the exit leaves one access outstanding'),
  F107: program('RACE', GENERATIONS, 'many-paths').title(
    'the wait for a load through a generic pointer does not account for the load possibly reading LDS',
  ),
  F108: program('ORD', WITH_WAVE_IDS, 'intrawave-layers').title(
    'layers are taken from all bits of the intrawave argument, including unused ones',
  ),
  F109: program('PROTO', WITH_WAVE_IDS, 'intrawave-layers').title(
    'the lanes of a layer are counted before the section, over the whole wave',
  ),
  F110: program('HANG', GENERATIONS, 'many-paths').title(
    'the section waits for memory that only younger waves can change',
  ),
  // Registers that the driver programs (faults.md F).
  F112: registers('CFG ORD').title('the registers are set up for a shader without an interlock'),
  F113: registers('CFG ORD').title('PRIMITIVE_ORDERED_PIXEL_SHADER is clear for an interlock shader'),
  F114: registers('CFG ORD', WITH_WAVE_IDS).title(
    'POPS_OVERLAP_NUM_SAMPLES is not zero with pixel interlock',
  ),
  F115: registers('HANG CFG', HANGS_ABOVE_SAMPLE_COUNT).title(
    'POPS_OVERLAP_NUM_SAMPLES exceeds the sample count',
  ),
  F116: registers('CFG', EXIT_BY_EXPORT).title(
    'OVERRIDE_INTRINSIC_RATE_ENABLE is clear for an interlock shader',
  ),
  F117: registers('CFG ORD', GENERATIONS, 'mixed-samples').title(
    'DB_SHADER_CONTROL is not updated when the sample count changes',
  ),
  F118: registers('PERF CFG', WITH_MISSED_OVERLAPS, 'mixed-samples').title(
    'a draw drains needlessly because an earlier one had to',
  ),
  F119: registers('PERF', WITH_MISSED_OVERLAPS).title('every draw drains on overlap'),
  F120: registers('CFG', WITH_WAVE_IDS).title('DB_DFSM_CONTROL is written at another generation’s address'),
  F121: registers('HANG CFG', WITH_STALLED_DRAIN).title(
    'draws drain on overlap on GFX10.1 even though partial squads may not launch',
  ),
  F122: registers('CFG ORD', EXIT_BY_EXPORT, 'mixed-samples').title(
    'NUM_SAMPLES is not updated when the sample count changes',
  ),
  F123: registers('CFG', WITH_MOVED_REGISTERS).title(
    'the ordering registers are written at the previous generation’s addresses',
  ),
  F124: registers('ORD CFG', EXIT_BY_EXPORT).title(
    'a coarse rate is forced on a draw with primitive ordering',
  ),
  F125: registers('CFG', WITH_FINE_RATE_WHEN_ORDERED, 'empty-section').title(
    'coarse rates are not forced to pixel rate for a shader whose section was optimised away',
  ),
  F126: db('ORD LAUNCH', GENERATIONS, 'late-depth').title(
    'pixels that fail late tests are dropped before a shader with side effects runs',
  ),
  F127: db('ORD LAUNCH', GENERATIONS, 'late-depth').title(
    'depth is tested before a shader that requests late tests',
  ),
  F128: registers('PERF', EXIT_BY_EXPORT).title('in-order exports are forced'),
  F129: registers('HANG', GENERATIONS, 'private-memory').title('private memory has room for zero waves'),
};
