import {
  EXIT_BY_EXPORT,
  GENERATIONS,
  getHazardGenerations,
  SKIPS_EXPORTS,
  WITH_GL1,
  WITH_GL1_BIT,
  WITH_HWREG_WAIT_STATES,
  WITH_MEMORY_ORDER_FIELD,
  WITH_MISSED_OVERLAPS,
  WITH_PACKER_REGISTER,
  WITH_SCOPES,
  WITH_SLC_STREAMING,
  WITH_SPLIT_COUNTERS,
  WITH_STORE_COUNTER,
  WITH_WAVE_IDS,
  WITH_WGP_MODE,
  WOKEN_BY_EXITS,
} from '../arch/index.js';
import { ROWS_OF } from './fault.js';

const { sc, db, spi, sq, sqc, lds, sx, memory, program, registers } = ROWS_OF;

/** The rest of the fault table (see `FAULT_ROWS`). */
export const LATER_FAULT_ROWS = {
  // Exports and export space (faults.md G).
  F130: program('EXP HANG ORD').title('the shader has no export'),
  F131: registers('ORD EXP CFG', SKIPS_EXPORTS).title(
    'the draw has no export format, so its exports are skipped',
  ),
  F132: program('EXP PROTO RACE ORD', EXIT_BY_EXPORT, 'several-exports').title(
    'done is on an export before the last one',
  ),
  F133: program('EXP PROTO', GENERATIONS, 'several-exports').title("two of a wave's exports set done"),
  F134: program('HANG EXP', EXIT_BY_EXPORT).title('no export sets done'),
  F135: program('EXP PROTO HANG', EXIT_BY_EXPORT).title(
    'the last export goes to the null target, which GFX11 does not have',
  ),
  F136: program('EXP', EXIT_BY_EXPORT, 'early-exit').title(
    'the discard exit exports depth in a shader that only exports colour',
  ),
  F137: program('EXP HANG', EXIT_BY_EXPORT, 'depth-and-colour').title(
    'a colour export comes before the depth export',
  ),
  F138: program('EXP', WITH_WAVE_IDS, 'null-export').title('a null export has channels enabled'),
  F139: program('RACE ORD', EXIT_BY_EXPORT, 'separate-epilog').title(
    'the main part relies on the epilog to wait for its stores, but the export that sets done does not wait',
  ),
  F140: program('EXP RACE', EXIT_BY_EXPORT).title(
    'the message that releases the vector registers comes before the last export',
  ),
  F141: sx('EXP HANG').title('the export space of a wave with only null exports is not released'),
  F142: sx('EXP').title("colour exports go to another packer's buffer"),
  F143: sx('EXP').title('an export runs before its space is allocated'),
  F144: sx('HANG').title('a wave that sleeps until export space is free is not woken'),
  F145: sx('EXP HANG').title('exports of one type are granted youngest first'),
  F146: program('EXP', EXIT_BY_EXPORT, 'alpha-through-depth').title(
    'the epilog omits the alpha export that decides which samples are written',
  ),
  // Memory and its caches (faults.md H).
  F147: memory('VIS ORD', GENERATIONS, 'stale-caches').title('stores stay in L0'),
  F148: memory('VIS ORD', GENERATIONS, 'stale-caches').title('loads hit stale L0 lines'),
  F149: memory('VIS', WITH_GL1, 'stale-caches').title('loads hit stale GL1 lines'),
  F150: memory('VIS', GENERATIONS, 'mixed-reads').title(
    'a coherent load does not evict its line from the caches it bypasses',
  ),
  F151: memory('VIS ORD').title(
    'stores write back entire lines and overwrite neighbouring words written by other waves',
  ),
  F153: memory('VIS', GENERATIONS, 'mixed-reads').title('scalar loads hit stale scalar cache lines'),
  F154: memory('RACE VIS').title('the store counter is decremented before L2 has the data'),
  F155: memory('RACE', WITH_STORE_COUNTER, 'atomics-without-return').title(
    'the counter waited on ignores atomics without a return value',
  ),
  F256: memory('VIS', WITH_GL1).title('instructions that invalidate GL1 leave its lines valid'),
  F259: memory('VIS', WITH_GL1).title('GL1 keeps a stale line when an atomic passes to GL2'),
  F261: memory('WIRE LAUNCH').title(
    'coalescing drops the middle of three lines when only the first word of the last one is accessed',
  ),
  F156: memory('VIS', GENERATIONS, 'mixed-reads').title(
    'images and buffers use separate lines for the same memory',
  ),
  F157: memory('RACE ORD').title(
    'a store is replayed after a failed translation even though its counter has already been decremented',
  ),
  F158: spi('HANG LAUNCH').title('younger waves fill the wave slots before the owner launches'),
  F159: spi('HANG').title('pixel waves stop launching once geometry or compute work has arrived'),
  F160: sq('HANG PERF', WITH_WAVE_IDS).title('a wave that sleeps between two polls keeps its SIMD'),
  F161: sqc('HANG PERF').title(
    'the instruction cache stops serving a sequencer once another one has requested the same bank',
  ),
  F163: spi('LAUNCH HANG').title(
    'barriers and local data are not released when a work-group ends, so the pools run out',
  ),
  F162: spi('HANG').title('packers launch strictly in turn, so a packer without a wave blocks the others'),
  F164: spi('EXP HANG').title('SX does not count every fourth release of export space'),
  F165: sx('EXP').title('two exports go to one buffer in the same cycle'),
  F166: spi('HANG', WITH_WAVE_IDS).title('a message that arrives in a burst is dropped'),
  F167: sq('HANG').title('a wave never returns from the trap handler, and nothing reports it'),
  F168: sq('LAUNCH').title('a barrier opens before the last wave of its group reaches it'),
  F169: spi('EXP').title('a position buffer is treated as having room for one extra wave'),
  F170: sx('EXP HANG').title('the position space of a geometry wave is not released'),
  F171: spi('IDLE').title('released export space is not reused until its whole buffer is empty'),
  F172: sx('IDLE').title('the export arbiter only checks its requests every 64 cycles'),
  F173: spi('EXP', EXIT_BY_EXPORT).title(
    'vector registers are released while exports of the wave wait for the bus',
  ),
  F174: program('RACE', EXIT_BY_EXPORT, 'private-memory').title(
    'the message that releases the vector registers is sent while a store to private memory is outstanding',
  ),
  // Individual register fields, in addition to those in faults.md F.
  F175: registers('CFG', WITH_WAVE_IDS).title('an intrawave argument is loaded but not used by the program'),
  F176: registers('CFG', WITH_WAVE_IDS).title('SC supplies an intrawave argument that SPI does not load'),
  F177: registers('CFG').title('sixteen samples are exposed, regardless of the sample count of the draw'),
  F178: registers('CFG', WITH_WAVE_IDS).title('primitive ordering is switched off for the chip'),
  F179: registers('CFG').title('the shader is skipped for pixels that write no attachment'),
  F180: registers('CFG').title('depth may be tested before a shader with side effects'),
  F181: registers('CFG', WITH_MEMORY_ORDER_FIELD).title('memory accesses may return out of order'),
  F182: registers('CFG').title('an option with unknown effect on ordering is set'),
  F183: spi('LAUNCH').title('a launch controller takes a wave while still loading another'),
  F184: sx('EXP').title('the export bus carries the third word of a position instead of the first'),
  F185: memory('IDLE').title(
    'address units sleep after the last draw and serve accesses only when a slow timer wakes them',
  ),
  // Additional faults, for rules that no fault in faults.md triggers.
  F186: program('PERF', WITH_WAVE_IDS).title('the message is sent after the exports'),
  F187: registers('PERF', WITH_WAVE_IDS, 'sample-interlock').title(
    'a sample interlock tracks overlap at half of the samples',
  ),
  F188: db('PERF', WITH_WAVE_IDS).title(
    'all non-overlapping waves are reported as overlapping, instead of only some',
  ),
  F189: spi('LAUNCH').title('a wave gets one fewer row of vector registers than its draw requests'),
  F190: program('RACE', WITH_HWREG_WAIT_STATES).title(
    'the packer is written twice without wait states between the writes',
  ),
  F274: program('HAZ', WITH_HWREG_WAIT_STATES).title('M0 is written directly before the exit message'),
  F275: program('HAZ', getHazardGenerations('H-21')).title(
    'a descriptor is written directly after the first access through it',
  ),
  F276: program('HAZ', getHazardGenerations('O-01')).title('a clause has only one instruction'),
  F277: program('RACE').title('lanes that the primitive does not cover store to shared memory'),
  F278: program('HAZ', getHazardGenerations('H-15')).title(
    'a branch reads vccz right after half of VCC was written',
  ),
  F279: program('HAZ EXP', GENERATIONS, 'several-exports').title(
    'EXEC is cleared while an export still reads it',
  ),
  F280: program('ORD', getHazardGenerations('H-03')).title(
    'a scale is chosen by VCC too early, behind a jump to a computed address',
  ),
  F191: program('RACE', GENERATIONS, 'many-paths').title(
    'the path for waves with no active lanes relies on a wait that leaves one scalar load outstanding',
  ),
  F192: program('PROTO RACE', WITH_WAVE_IDS, 'many-paths').title(
    'the message is also sent before the last store',
  ),
  F193: program('PERF', WITH_WAVE_IDS).title('the section sleeps for a long time after its last access'),
  F194: program('PROTO', WITH_WAVE_IDS).title('the exiting id is read again in the section'),
  F195: registers('CFG', EXIT_BY_EXPORT).title(
    'OVERRIDE_INTRINSIC_RATE_ENABLE is clear for single-sample draws',
  ),
  F196: registers('CFG', EXIT_BY_EXPORT).title('overlap is tracked at two samples in single-sample draws'),
  F197: spi('LAUNCH').title('the launch arbiter counts one fewer row of vector registers than a wave gets'),
  F198: program('PROTO', EXIT_BY_EXPORT).title(
    'an event wait with the no-wait bit comes before the real one',
  ),
  F199: registers('CFG', EXIT_BY_EXPORT, 'mixed-samples').title(
    'a pixel interlock has fewer depth samples than exposed samples',
  ),
  F200: program('PROTO', WITH_PACKER_REGISTER).title('a wrong packer is written before the correct one'),
  F201: registers('CFG', WITH_WAVE_IDS, 'plain-draws').title(
    'SC supplies a collision argument for draws without ordering',
  ),
  F202: registers('CFG', WITH_WAVE_IDS, 'plain-draws').title(
    'SC supplies an intrawave argument for draws without ordering',
  ),
  F203: sc('ORD', WITH_MISSED_OVERLAPS).title('a drain on overlap ends immediately'),
  F204: sc('LAUNCH').title('a half-full wave is closed as full'),
  F205: spi('EXP', EXIT_BY_EXPORT).title('export ready is raised without export space'),
  F206: sc('LAUNCH', WITH_WAVE_IDS).title('the id window is one id too large'),
  F207: spi('LAUNCH').title('a wave gets the wave type of the next packer'),
  F208: sc('LAUNCH').title('the last primitive of a draw is lost'),
  F209: memory('PROTO').title('loads are sent without their GLC bit'),
  F210: memory('RACE').title(
    'the store counter of a geometry or compute wave is decremented one cycle before its last store is performed',
  ),
  F211: memory('RACE').title('the acknowledgements of two waves’ stores are swapped'),
  F212: sq('WIRE').title('the local data share gets no command for a FLAT access'),
  F213: memory('WIRE').title('an address unit sends two lines per cycle'),
  F214: db('PERF').title('a wave is closed early for a quad that does not overlap any quad in it'),
  F247: sq('RACE').title('a counter wait ends one access too early, with one too many outstanding'),
  F248: memory('VIS', WITH_SLC_STREAMING).title('loads with SLC leave lines in L0 and GL1'),
  F249: program('VIS ORD', WITH_SCOPES, 'device-scopes').title('ordered loads have compute-unit scope'),
  F251: program('RACE', WITH_SPLIT_COUNTERS).title(
    'the first use of a loaded value waits on the wrong split counter',
  ),
  F252: program('RACE', WITH_SPLIT_COUNTERS).title(
    'the wait before the exit is for the load counter instead of the store counter',
  ),
  F253: sqc('WIRE').title('a wave continues before the line of code that it requested has arrived'),
  F254: sqc('WIRE').title('an instruction that spans two lines is issued when the first arrives'),
  F255: sc('ORD').title(
    'bins replay the primitives of draws without an ordered interlock from the last to the first',
  ),
  F257: sc('ORD').title('the width and height of a bin are swapped'),
  F260: spi('ORD', EXIT_BY_EXPORT).title(
    'a waiting exit is counted as soon as one of several overlapped waves exits',
  ),
  F258: db('LAUNCH').title('a flushing overlap table accepts quads as soon as one entry is free'),
  F262: memory('ORD VIS', GENERATIONS, 'unordered-interlock').title(
    'stores under an unordered interlock never reach memory',
  ),
  F263: registers('ORD').title(
    'a draw has a sample interlock, although its invocations share the word of a pixel',
  ),
  F264: sq('RACE', GENERATIONS, 'full-counters').title(
    'the sequencer issues an access although its counter is full',
  ),
  F265: program('PROTO', GENERATIONS, 'separate-epilog').title(
    'the epilog begins a section that an earlier part began',
  ),
  F266: spi('WIRE').title('the slots of all SIMDs are on the first SIMD'),
  F267: memory('WIRE').title('vector accesses use the L0 of the neighbouring compute unit'),
  F268: memory('WIRE').title('caches have twice as many sets'),
  F269: lds('WIRE', GENERATIONS, 'full-counters').title(
    'an indexed access occupies the banks for one cycle, whatever it needs',
  ),
  F270: lds('WIRE').title('two SIMDs are served in one cycle although they read the same bank'),
  F271: sqc('WIRE').title('programs share lines of code that have the same number'),
  F272: sc('WIRE').title('the last packer is never used'),
  F273: spi('LAUNCH HANG').title('the newest waiting geometry or compute wave starts first'),
  F281: spi('IDLE').title('a wave starts only if one more row of vector registers is free than it gets'),
  // These make the device stricter than hardware, which hides software bugs. Only litmus cells detect them.
  F230: memory('WEAK', WITH_GL1_BIT).title('a store invalidates its line in the GL1 of every shader array'),
  F231: memory('WEAK', WITH_WGP_MODE).title('a store invalidates its line in the L0 of every compute unit'),
  F232: memory('WEAK').title('a vector store invalidates its line in every scalar cache'),
  F233: memory('WEAK').title('a store takes effect when it leaves its address unit'),
  F234: sc('WEAK', WITH_WAVE_IDS).title('the id window does not extend across id wraparound'),
  F235: sc('WEAK').title('a packer accepts no quad while another packer has waves'),
  F236: memory('WEAK').title('scalar loads of a wave take effect in issue order'),
  F238: sq('WEAK').title('an exit empties the caches of every wave'),
  // The interaction of two units: both act in the same cycle, or one acts while the other is still busy.
  F239: spi('HANG', WITH_WAVE_IDS).title('the exit tracker accepts two messages per cycle and drops a third'),
  F240: spi('HANG', WITH_WAVE_IDS).title(
    'an exit is lost if it arrives in the cycle in which an earlier one becomes visible to polls',
  ),
  F241: sq('HANG IDLE', WOKEN_BY_EXITS).title(
    'a wake is lost if it arrives in the cycle in which its wave goes to sleep',
  ),
  F242: sq('HANG IDLE', WOKEN_BY_EXITS).title(
    'an exit toggles the exit-since-last-poll flag instead of setting it, so a second exit before the sleep clears it',
  ),
  F243: spi('HANG IDLE', WITH_WAVE_IDS).title(
    'an exit that is counted while an earlier one is still on its way to polls never becomes visible to them',
  ),
  F244: spi('ORD HANG LAUNCH', WITH_WAVE_IDS).title(
    'the id window moves once an exit is counted, before polls see it',
  ),
  F245: sq('HANG', EXIT_BY_EXPORT).title(
    'export ready is lost if it arrives in the cycle in which its wave starts waiting for it',
  ),
  F246: spi('HANG', EXIT_BY_EXPORT).title(
    'two exits in one cycle count as one for a wave that overlaps both waves',
  ),
};
