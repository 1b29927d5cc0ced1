// Made by `bundle/collect-rules.mjs`, which `npm run build` runs; not edited by hand.
import type { RULE_IDS } from './rule-ids.js';

/** What each rule requires, in one sentence. */
export const RULE_TEXTS: Readonly<Record<(typeof RULE_IDS)[number], string>> = {
  'ORD-01': 'Overlapping invocations never have their ordered sections open at once.',
  'ORD-02': 'Sections of overlapping invocations run in primitive order.',
  'ORD-03':
    'Final memory equals the result of the sequential reference and the content that the scenario expects.',
  'ORD-04': 'A wave reported as not overlapping overlaps no unfinished wave.',
  'ORD-05':
    'The newest overlapped id is never older than the youngest unfinished wave that a wave overlaps, and never younger than the wave itself.',
  'ORD-06':
    'Per packer, the exiting id only moves forward, one wave at a time, and neither it nor export-ready passes a wave whose section is open.',
  'ORD-07':
    'Without intrawave collision, a wave never holds overlapping quads of different primitives; with it, such quads are in different layers.',
  'ORD-08':
    'Invocations that share a pixel or sample are formed in primitive order, regardless of binning and out-of-order options.',
  'ORD-09':
    'Under an unordered interlock, final memory equals the result of some serial order of the sections.',
  'ORD-10':
    'Depth and stencil tests of a sample run in primitive order; their results and the final buffer equal those of the sequential reference.',
  'ORD-11':
    'A draw that drains on overlap, or waits for a change of the sample count, forms no wave before the older waves have ended.',
  'ORD-12':
    'Even without an ordered interlock, invocations that share a pixel or sample are formed in primitive order, unless a draw allows another order.',
  'ORD-13': 'Invocations of a pixel that share ordered memory overlap at the granularity of the interlock.',
  'ORD-14': 'Within a bin, a packer forms quads in primitive order.',
  'IDLE-01':
    'A wave waits at its entry only while it has a valid reason: an overlapped wave that has not exited.',
  'IDLE-02': 'A launch, allocation, message, export or grant waits only for a valid reason.',
  'IDLE-03':
    'After stimulus ends the device drains: while waves are left, it makes progress within the bound set by the latencies.',
  'IDLE-04':
    'A wave is reported as overlapping, or with layers, only if its quads overlap an unfinished wave or each other, unless the scenario allows false overlaps.',
  'HANG-01': 'When the device comes to rest, no work is left.',
  'HANG-02':
    'A wave reported without overlap does not wait for the exiting id, and no wave is made to wait for itself.',
  'HANG-03': 'A wave that set the packer sends its exit before it ends.',
  'HANG-04':
    'On GFX11 every wave has export space and issues an export with done, which admits younger waves.',
  'HANG-05': 'A sleep without limit is always ended by a later wake.',
  'HANG-06': 'No wave waits for a slot or export space held by a wave that waits for it.',
  'HANG-07':
    'A packer does not wait for an id that is free, and no two unfinished waves of a packer share an id.',
  'HANG-08': 'Draws apply the workarounds for known hangs of their chip.',
  'HANG-09': 'An arbiter eventually serves every request.',
  'HANG-10':
    'A section does not wait for a change of memory that it covers: no other wave can change it while the section is open.',
  'RACE-01': 'No ordered access is outstanding when the exit is issued.',
  'RACE-02': 'A register that an access writes is read only after the access was performed and waited for.',
  'RACE-03': 'Ordered accesses are issued between the end of the entry wait and the exit.',
  'RACE-04': 'No program relies on a wait with a non-zero count where returns may be out of order.',
  'RACE-05': 'A hardware register is read or written again only after the previous write has settled.',
  'RACE-06': 'No more accesses are outstanding than their counter can hold.',
  'RACE-07':
    'When a wave releases its vector registers, no load and no access to private memory is outstanding.',
  'RACE-08': 'An access returns only after it has been performed.',
  'RACE-09': 'Accesses of a wave to the same byte are performed in issue order.',
  'RACE-10': 'Accesses on the same path return in issue order.',
  'RACE-11': 'An access returns once, to its own wave and counter.',
  'RACE-12': 'A wait ends with no more accesses outstanding than it allows.',
  'VIS-01': 'No read of ordered memory is served by a stale cache line.',
  'VIS-02': 'All stores of a wave to ordered memory have reached L2 when its exit is counted.',
  'VIS-03': 'Memory accessed through several bindings, or by vector and scalar paths, is coherent.',
  'VIS-04': 'A load that streams (SLC) leaves no line in L0 and GL1.',
  'VIS-05': 'An instruction that empties a cache leaves no line in it.',
  'PROTO-01':
    'Every path has exactly one exit after the packer is set, and no entry wait, packer write or ordered access after the exit.',
  'PROTO-02':
    'The program writes the packer of the collision argument to the packer register and leaves its other fields unchanged.',
  'PROTO-03':
    'The entry wait compares ids as its generation requires: unsigned, strict, rebased with ~current, and corrected by one on GFX9 only.',
  'PROTO-04':
    'A wave polls only with its packer set and bit 31 of its collision argument set, and each iteration reads the exiting id again.',
  'PROTO-05':
    'On GFX11 the event wait has its no-wait bit clear, the export with done is the last one, and no export goes to the null target.',
  'PROTO-06':
    'With prolog and epilog, every path begins its section in the same part and ends it in the same part.',
  'PROTO-07': 'A wave executes at most one section.',
  'PROTO-08': 'Memory that a section covers is accessed only between entry and exit.',
  'PROTO-09':
    'Where a section runs layer by layer, no result of a subgroup operation is used across its boundary.',
  'PROTO-10':
    'A wave issues the instructions of its program in order, starting at the first, except where a branch is taken.',
  'PROTO-11': 'A program that writes memory under an interlock has an entry wait for overlapping waves.',
  'PROTO-12': 'What a wave does matches the instruction at its pc, and after its end it does nothing.',
  'CFG-01': 'SPI loads the collision argument for ordered shaders.',
  'CFG-02': 'SPI loads the intrawave collision argument if and only if the program uses it.',
  'CFG-03': 'SC and SPI agree on whether there is a collision argument.',
  'CFG-04': 'SC and SPI agree on whether there is an intrawave collision argument.',
  'CFG-05': 'Primitive ordering is on for shaders with an interlock.',
  'CFG-06': 'POPS_OVERLAP_NUM_SAMPLES is no finer than the interlock.',
  'CFG-07': 'The intrinsic rate of an ordered draw is overridden.',
  'CFG-08': 'OVERRIDE_INTRINSIC_RATE is no finer than the interlock.',
  'CFG-09': 'There are at least as many depth samples as exposed samples.',
  'CFG-10': 'The number of exposed samples is the sample count of the draw.',
  'CFG-11': 'An export format reserves export space.',
  'CFG-12': 'Draws whose overlaps the chip may miss drain on overlap.',
  'CFG-13': 'Draws that drain on overlap allow partial squads to launch when the pipe is idle.',
  'CFG-14': 'DB_DFSM_CONTROL forces punch-out off.',
  'CFG-15': 'Primitive ordering is not switched off for the chip.',
  'CFG-16': 'Out-of-order rasterisation is off under an ordered interlock.',
  'CFG-17': 'On GFX10.3, draws with an interlock are shaded per pixel.',
  'CFG-18': 'Shaders with side effects also run for pixels that change no attachment.',
  'CFG-19': 'Depth is tested after the shader unless the shader requests early tests.',
  'CFG-20': 'Memory accesses return in order.',
  'CFG-21': 'Options with unknown effect on ordering are not set.',
  'LAUNCH-01':
    'No two waves hold the same slot, registers, local memory or private memory. A wave releases its own when it ends, a group after all its waves have ended.',
  'LAUNCH-02':
    'A launch stays within the limits of the chip, and the wave gets what its draw requests, rounded up to granules.',
  'LAUNCH-03':
    'At most one wave starts per cycle, each of the two launch controllers loads one wave at a time at its rate, and a wave issues nothing before its load ends.',
  'LAUNCH-04':
    'A wave starts with the SGPR and VGPR inputs that its program expects, in the expected registers, and with no packer set.',
  'LAUNCH-05':
    'Each screen region belongs to one packer; the waves of a packer have its wave type, its export space and its exit counter.',
  'LAUNCH-06':
    'Exactly one invocation shades each sample that a primitive covers within scissors and sample mask; no other sample is shaded, and no quad without a sample is packed.',
  'LAUNCH-07':
    'Waves of a packer each start once, in order of formation, and only after their start data is staged.',
  'LAUNCH-08':
    'Geometry and compute waves leave the results of their programs in memory and in the global data share.',
  'LAUNCH-09': 'A wave continues after a barrier only when every wave of its group has reached it or ended.',
  'LAUNCH-10':
    'No two unfinished waves of a packer share an id, and no wave is formed outside the id window or with the id that polls still read.',
  'LAUNCH-11':
    'A wave holds quads of one wave-break region. It is closed as full if full and only then, and by timeout only after the timeout. It fills no faster than quads arrive.',
  'LAUNCH-12': 'Draws and their primitives are scanned once each, in API order and completely.',
  'LAUNCH-13':
    'A packer forms ordered waves only while its overlap table has room, and after a flush only once the table is empty.',
  'EXP-01': 'A wave exports, and receives export-ready, only after it has export space.',
  'EXP-02':
    'Exports are granted by type priority, then oldest wave first, and every free bus is used in each cycle.',
  'EXP-03':
    'Each buffer takes at most one export per cycle, there is at most one export per bus, and colours go to the buffer of their own packer.',
  'EXP-04':
    'Space in colour and position buffers is never over-allocated; the wave that holds it releases it once, after its last export.',
  'EXP-05':
    'Every pixel wave and every geometry wave issues exactly one export with done, as its last export.',
  'EXP-06': 'Exported colours equal those of the sequential reference.',
  'EXP-07':
    'Exports go to targets that the generation has and the draw reserves; a null export carries no data, and depth is exported first.',
  'EXP-08':
    'When a wave releases its vector registers by message, all its exports have left, and none follows.',
  'EXP-09':
    'Geometry waves export the positions and parameters that their programs compute for their vertices.',
  'WIRE-01': 'No more waves are on a SIMD at once than it has slots.',
  'WIRE-02': 'An access uses only the caches of its compute unit, work-group processor and shader array.',
  'WIRE-03':
    'A cache holds at most the lines that its size allows, and a line is evicted only for a line of the same set.',
  'WIRE-04':
    'A local data share serves one indexed access at a time, in fair turns, for as many cycles as its fullest bank needs; none waits while the banks are free.',
  'WIRE-05':
    'Each SIMD sends at most one direct read per cycle; reads of one cycle use different banks, and wait only for banks in use, in fair turns.',
  'WIRE-06':
    'Each bank of the instruction cache serves one request per cycle, in fair turns, fills each line once while it has room, and never exceeds its room.',
  'WIRE-07': 'Over enough regions of the screen, every packer forms waves.',
  'WIRE-08': 'The local data share answers every FLAT access once, and until then it counts in lgkm.',
  'WIRE-09': 'A SIMD issues one instruction per cycle, and a wave alone on its SIMD waits for no other wave.',
  'WIRE-10': 'A line enters L0 or the scalar cache through the GL1 of its shader array.',
  'WIRE-11':
    'An access takes effect once it is translated. After a failure, its wave issues nothing while a trap handler runs, and halts if it has none.',
  'WIRE-12':
    'An address unit sends one line of its accesses per cycle, and delays only vector accesses, while its queue is full.',
  'WIRE-13':
    'Data returns within the latency of its path, and waits only for older data of its wave on the same path.',
  'WIRE-14':
    'A wave issues an instruction only after the line of code that holds its end has reached the wave.',
  'PERF-01': 'False overlaps are not much more frequent than the scenario allows.',
  'PERF-02': 'A sample interlock tracks overlap per sample.',
  'PERF-03': 'Draws drain on overlap only if their chip may miss overlaps.',
  'PERF-04': 'A section is not much longer than its accesses.',
  'PERF-05': 'The exit message is sent before the exports.',
  'PERF-06': 'A wave that waits for the exiting id sleeps between its polls.',
  'PERF-07': 'The order of exports is not forced.',
  'PERF-08': 'A wave is closed early only if the next quad may not join it.',
  'WEAK-01': 'A load with GLC and without DLC, or of engine scope, can be served by a stale line of GL1.',
  'WEAK-02':
    'A compute unit can read a stale line of its own L0 after a store from the other compute unit of its work-group processor.',
  'WEAK-03': 'A scalar load can miss an older store of its wave that has not been waited for.',
  'WEAK-04':
    'A scalar load can read a stale line of the scalar cache after a vector load of the same wave has read the new value.',
  'WEAK-05': 'A wave with a small id can wait for an older one with a large id, from before the wrap.',
  'WEAK-06':
    'A wave can enter its section after an exit of its packer while an older wave of another packer is still in its own.',
  'WEAK-07': 'A scalar load can take effect before an older one of the same wave.',
  'WEAK-08': 'A store without GLC, or of narrow scope, that has been waited for can be absent from L2.',
  'WEAK-09':
    'A section can read a stale line of L0 although the overlapped wave has stored to it and exited.',
};
