import { dropInstructions, first, insertText } from '../../../stimulus/programs/edit.js';
import { setting } from '../../../transactions/index.js';
import {
  editProgram,
  editRegisters,
  findNewest,
  getEarlierWaves,
  type LegalRun,
  shareLineInFlight,
  somePair,
  someWave,
} from './legal-run.js';
import { NEVER } from './run-facts.js';

/** Unused bits in the collision argument on GFX10 and later (pops.md 5.1). */
const UNUSED_BITS = 0x4c00fc00;

const DRAIN = 1 << 2;
/** Mask for DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL. */
const SQUAD_CONTROL = 3;
/** PARTIAL_SQUAD_LAUNCH_CONTROL value: launches partial squads only on a hang. */
const ON_HANG_ONLY = 1;

/** PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE. */
const OUT_OF_ORDER_PRIMITIVES = 1 << 27;

/** Code that ends a wave if its first lane is inactive. */
const EARLY_END = `
  s_bitcmp1_b32 exec_lo, 0
  s_cbranch_scc1 over
  exp null off, off, off, off done vm
  s_endpgm
over:`;

/** The legal behaviours that model runs exhibit, in the order of faults.md. */
export const LEGAL_RUNS: readonly LegalRun[] = [
  {
    id: 'L01',
    description: 'a false overlap is reported',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    knobs: { falseOverlap: 100 },
    shows: someWave(
      (wave, facts) =>
        wave.didOverlap && !facts.waves.some((other) => other !== wave && other.sharesQuad(wave)),
    ),
  },
  {
    id: 'L02',
    description: 'the newest id belongs to a wave that has exited',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    knobs: { falseOverlap: 100 },
    shows: someWave((wave, facts) => {
      const newest = findNewest(wave, facts);
      return newest !== undefined && newest.exitCounted !== NEVER && newest.exitCounted < wave.formed;
    }),
  },
  {
    id: 'L03',
    description: 'the newest id belongs to a wave that does not overlap, although an older one does',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    knobs: { overlapReach: setting('overlapReach', 'region'), packers: 1 },
    shows: someWave((wave, facts) => {
      const newest = findNewest(wave, facts);
      return (
        newest !== undefined &&
        !newest.sharesQuad(wave) &&
        getEarlierWaves(wave, facts).some((older) => older.sharesQuad(wave))
      );
    }),
  },
  {
    id: 'L04',
    description: 'a wave never enters a section or touches the packer register',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    change: editProgram((program) => insertText(program, 0, EARLY_END)),
    shows: someWave(
      ({ packerWrites, message, endedBy }) => packerWrites === 0 && message === NEVER && endedBy === 'end',
    ),
  },
  {
    id: 'L05',
    description: 'a wave that never set its packer sends the message',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    shows: someWave(({ packerWrites, message }) => packerWrites === 0 && message !== NEVER),
  },
  {
    id: 'L06',
    description: 'a wave without overlap sets its packer, does not poll, and sends the message later',
    sequence: 'discard_after_packer',
    chips: ['navi21'],
    shows: someWave(
      ({ packerWrites, polls, didOverlap, message }) =>
        !didOverlap && packerWrites > 0 && polls === 0 && message !== NEVER,
    ),
  },
  {
    id: 'L07',
    description: 'the packer register is written twice with the same value',
    sequence: 'discard_after_packer',
    chips: ['navi21'],
    shows: someWave(({ packerWrites }) => packerWrites > 1),
  },
  {
    id: 'L08',
    description: 'the event wait is executed twice before the exit',
    sequence: 'rmw_buffer',
    chips: ['navi31'],
    change: editProgram((program) => {
      const wait = first('event wait', ({ kind }) => kind === 'wait-event')(program);
      return insertText(program, wait + 1, 's_wait_event 0x0');
    }),
    shows: someWave(({ eventWaits }) => eventWaits > 1),
  },
  {
    id: 'L09',
    description: 'a wave that overlaps nothing runs its section without waiting',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    shows: someWave(({ didOverlap, polls, ordered }) => !didOverlap && polls === 0 && ordered.length > 0),
  },
  {
    id: 'L10',
    description: 'a younger wave finishes its section before an older one elsewhere starts its own',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    shows: somePair(
      (older, younger) =>
        !older.sharesQuad(younger) &&
        younger.message !== NEVER &&
        older.ordered.length > 0 &&
        younger.message < older.ordered[0].issued,
    ),
  },
  {
    id: 'L11',
    description: 'two waves run their sections at the same time, at different pixels in one cache line',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    shows: somePair((older, younger) => !older.sharesQuad(younger) && shareLineInFlight(older, younger)),
  },
  {
    id: 'L12',
    description: 'unordered invocations run out of order',
    sequence: 'count_pixel_unordered',
    chips: ['navi21'],
    knobs: { binning: setting('binning', 'on'), batchPrimitives: 64 },
    change: editRegisters(({ PA_SC_MODE_CNTL_1 = 0 }) => ({
      PA_SC_MODE_CNTL_1: PA_SC_MODE_CNTL_1 | OUT_OF_ORDER_PRIMITIVES,
    })),
    shows: somePair((older, younger) =>
      [...older.quads].some(([quad, primitive]) => (younger.quads.get(quad) ?? primitive) < primitive),
    ),
  },
  {
    id: 'L13',
    description: 'a wave exports after its exit while younger waves run',
    sequence: 'discard_after',
    chips: ['navi21'],
    shows: somePair((older, younger) =>
      older.exports.some(
        ({ cycle, enabled }) =>
          enabled !== 0 &&
          older.message !== NEVER &&
          cycle > older.message &&
          younger.ordered.some(({ issued }) => issued > older.message && issued < cycle),
      ),
    ),
  },
  {
    id: 'L14',
    description: 'the exit comes long after the last access in the section',
    sequence: 'rmw_buffer',
    chips: ['vega10'],
    change: editProgram((program) =>
      insertText(program, first('message', ({ kind }) => kind === 'message')(program), 's_sleep 16'),
    ),
    shows: someWave(
      ({ message, ordered }) =>
        message !== NEVER && ordered.every(({ performed }) => message - performed > 1024),
    ),
  },
  {
    id: 'L15',
    description: 'a poll reads a stale exiting id',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    knobs: { exitVisibleLatency: [400, 800] },
    shows: ({ sawStaleId }) => sawStaleId,
  },
  {
    id: 'L16',
    description: 'a GFX9 wave keeps sleeping after the exit it is waiting for',
    sequence: 'rmw_buffer',
    chips: ['vega10'],
    shows: someWave(({ packer, sleeps, wakes }, { visibleExits }) =>
      wakes.some(
        (wake, i) =>
          wake.by === 'time' &&
          visibleExits.some(
            (exit) => exit.packer === packer && exit.cycle > sleeps[i] && wake.cycle - exit.cycle > 64,
          ),
      ),
    ),
  },
  {
    id: 'L17',
    description: 'a wave is woken spuriously, polls, and sleeps again',
    sequence: 'busy_entry',
    chips: ['navi21'],
    knobs: { spuriousWakes: 50 },
    shows: someWave(({ sleeps, wakes }) => sleeps.length > 1 && wakes[0]?.by === 'exit'),
  },
  {
    id: 'L19',
    description: 'overlap causes a drain on a chip that needs none, with partial squads launched on a hang',
    sequence: 'rmw_buffer',
    chips: ['navi10'],
    change: editRegisters(({ DB_DFSM_CONTROL = 0, DB_RENDER_OVERRIDE2 = 0 }) => ({
      DB_DFSM_CONTROL: DB_DFSM_CONTROL | DRAIN,
      DB_RENDER_OVERRIDE2: (DB_RENDER_OVERRIDE2 & ~SQUAD_CONTROL) | ON_HANG_ONLY,
    })),
    shows: someWave(({ reason }) => reason === 'drain'),
  },
  {
    id: 'L20',
    description: 'accesses in the middle of the section are not coherent',
    sequence: 'mixed_reads',
    chips: ['navi21'],
    shows: someWave(({ ordered }) => {
      const first = ordered.findIndex(({ glc }) => glc);
      const last = ordered.findLastIndex(({ glc }) => glc);
      return ordered.some(({ glc }, i) => !glc && i > first && i < last);
    }),
  },
  {
    id: 'L21',
    description: 'an access to unordered memory is outstanding at the exit',
    sequence: 'busy_exit',
    chips: ['navi21'],
    shows: someWave(({ lgkmAtMessage }) => lgkmAtMessage > 0),
  },
  {
    id: 'L22',
    description: 'a section without stores does not wait for stores',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    change: editProgram((program) => {
      const store = first('store', ({ memory }) => memory?.access === 'store')(program);
      const wait = first(
        'wait',
        (i) => i.wait?.vs !== undefined,
        () => store,
      )(program);
      return dropInstructions(program, [store, wait]);
    }),
    shows: someWave(({ ordered, message }) => ordered.length === 1 && message !== NEVER),
  },
  {
    id: 'L23',
    description: 'an instruction that both exits and ends the wave replaces the waits and the message',
    sequence: 'combined_exit',
    chips: ['navi21'],
    shows: someWave(
      ({ endedBy, message, ordered }) => endedBy === 'end-ordered' && message === NEVER && ordered.length > 0,
    ),
  },
  {
    id: 'L24',
    description: 'a discarding path sends the message without setting the packer',
    sequence: 'discard_before',
    chips: ['navi21'],
    shows: someWave(
      ({ packerWrites, ordered, message }) => packerWrites === 0 && ordered.length === 0 && message !== NEVER,
    ),
  },
  {
    id: 'L25',
    description: 'an export with all channels off goes to colour 0 although no target is bound',
    sequence: 'rmw_buffer',
    chips: ['navi31'],
    shows: someWave(
      ({ exports }, { scenario }) =>
        exports.some(({ target, enabled }) => target === 0 && enabled === 0) &&
        scenario.draws.every(
          ({ registers }) => registers.CB_SHADER_MASK === 0 && registers.SPI_SHADER_COL_FORMAT !== 0,
        ),
    ),
  },
  {
    id: 'L26',
    description: 'an overlap closes waves that hold only a few quads',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    shows: someWave(({ reason, quadCount }) => reason === 'overlap' && quadCount < 4),
  },
  {
    id: 'L27',
    description: 'waves on two packers have the same id, and the younger one exits first',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    knobs: { packers: 2, regionSize: 8 },
    shows: somePair(
      (older, younger) =>
        older.packer !== younger.packer &&
        older.id === younger.id &&
        younger.exitCounted !== NEVER &&
        younger.exitCounted < older.exitCounted,
    ),
  },
  {
    id: 'L31',
    description: 'unused bits of the collision argument are set',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    shows: someWave(({ sgprs }, { scenario }) => {
      const argument = scenario.programs[0].arguments.find(({ name }) => name === 'pops_collision_wave_id')!;
      return (sgprs[argument.register] & UNUSED_BITS) !== 0;
    }),
  },
  {
    id: 'L33',
    description: 'the event wait comes before work that does not need it',
    sequence: 'rmw_buffer',
    chips: ['navi31'],
    shows: someWave(({ workAfterWait }) => workAfterWait !== NEVER),
  },
  {
    id: 'L34',
    description: 'a wave that waits at its entry keeps its slot',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    knobs: { waveSlots: 2 },
    shows: somePair(({ sleeps, wakes }, younger) =>
      sleeps.some((slept, i) => younger.formed < slept && younger.launched > (wakes[i]?.cycle ?? slept)),
    ),
  },
  {
    id: 'L36',
    description: 'ids wrap at 512',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    knobs: { idWrap: 512, idWindow: 511, idStart: 511, packers: 1 },
    shows: ({ waves }) => waves.some(({ id }) => id === 512) && waves.some(({ id }) => id === 0),
  },
  {
    id: 'L37',
    description: 'a packer stalls because its id window is full',
    sequence: 'rmw_buffer',
    chips: ['navi21'],
    knobs: { idWrap: 7, idWindow: 4, packers: 1, waveSlots: 64 },
    shows: ({ maxUnfinished, scenario }) => maxUnfinished > scenario.freedoms.idWindow - 1,
  },
];
