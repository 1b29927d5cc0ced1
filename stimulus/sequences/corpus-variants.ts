import { CHIP_NAMES } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { withDepthTests } from '../driver/depth-state.js';
import { deriveStream, pick } from '../kit/chance.js';
import { chipsWith, listFaults } from '../kit/test.js';
import {
  addWorkBeforeFirstPoll,
  combineExits,
  leaveLoadOutstandingAtExit,
  setPackerFirst,
} from '../programs/legal-edits.js';
import { claim, IDS_WRAP, LANES_LOST, type Sequence, WAVES_OVERLAP } from '../sequence.js';
import { corpusSequence } from './corpus-sequence.js';

const WITH_WAVE_IDS = chipsWith(({ hasWaveIds }) => hasWaveIds);

/** Like `discard_before`, but with the packer set before the discard, so the early exit must send the message. */
export const discardAfterPacker = corpusSequence({
  name: 'discard_after_packer',
  text: 'set the packer, then discard; the early exit must send the message',
  shader: 'discard_before',
  chips: WITH_WAVE_IDS,
  claims: [WAVES_OVERLAP, IDS_WRAP, LANES_LOST],
  features: ['discard-after-packer'],
  change: setPackerFirst,
});

/** Like `discard_before`, but leaves its section with `s_endpgm_ordered_ps_done` instead of a message (S-090). */
export const combinedExit = corpusSequence({
  name: 'combined_exit',
  text: 'leave the section through the combined exit, which waits and sends the message itself',
  shader: 'discard_before',
  chips: WITH_WAVE_IDS,
  claims: [
    WAVES_OVERLAP,
    IDS_WRAP,
    claim('waves end with the combined exit', 70, 'exit-path/way/combined end'),
  ],
  features: ['combined-exit'],
  programFaults: false,
  change: combineExits,
});

/**
 * Like `rmw_buffer`, but with a mode switch and a load between the packer write and the first poll, and with occasional
 * traps and spurious wakes (U25, U8).
 */
export const busyEntry = corpusSequence({
  name: 'busy_entry',
  text: 'switch the rounding mode and load a constant during the entry wait',
  shader: 'rmw_buffer',
  chips: WITH_WAVE_IDS,
  claims: [WAVES_OVERLAP, IDS_WRAP, claim('a wave traps', 40, 'translation/action/trap')],
  features: ['busy-entry'],
  programFaults: false,
  knobs: {
    xnackRate: 5,
    xnackAction: setting('xnackAction', 'trap'),
    unselectedPoll: setting('unselectedPoll', 'zero'),
    spuriousWakes: 25,
  },
  change: addWorkBeforeFirstPoll,
});

/** Like `rmw_buffer`, but sends the message without waiting for an outstanding load from unordered memory. */
export const busyExit = corpusSequence({
  name: 'busy_exit',
  text: 'send the message while a load of constants is outstanding',
  shader: 'rmw_buffer',
  chips: WITH_WAVE_IDS,
  claims: [
    WAVES_OVERLAP,
    IDS_WRAP,
    claim('a load is outstanding at an exit', 60, 'exit-path/outstanding/yes'),
  ],
  features: ['busy-exit'],
  programFaults: false,
  change: leaveLoadOutstandingAtExit,
});

/**
 * Like `coherent_buffer`, but with caches that keep stale lines, so only the coherence bits on accesses prevent reads
 * of stale data.
 */
export const coherentStale = corpusSequence({
  name: 'coherent_stale',
  text: 'read, modify and write with coherence bits while caches hold old data',
  shader: 'coherent_buffer',
  features: ['stale-caches', 'device-scopes'],
  coherent: true,
  knobs: { caches: setting('caches', 'stale') },
  claims: [
    WAVES_OVERLAP,
    claim('accesses hit in both L0 and L2', 60, 'cache-levels/level/L0', 'cache-levels/level/L2'),
  ],
});

/** Shaders whose depth tests run early, late, late with an exported depth, or late after a discard. */
const DEPTH_SHADERS = [
  'early_tests',
  'early_tests_color',
  'rmw_buffer',
  'depth_export',
  'discard_before',
] as const;

const DEPTH_TESTS = {
  name: 'depth_tests',
  text: 'random depth and stencil tests before and after the shader',
  claims: [WAVES_OVERLAP],
} as const;

const DEPTH_BASES = DEPTH_SHADERS.map((shader) =>
  corpusSequence({ ...DEPTH_TESTS, shader, programFaults: false }),
);

/**
 * Draws scenes with one of several corpus shaders and a depth buffer. Each draw has its own depth and stencil state.
 */
export const depthTests: Sequence<typeof DEPTH_TESTS.name> = {
  ...DEPTH_TESTS,
  chips: CHIP_NAMES,
  faults: listFaults(['late-depth'], (where) => where === 'db'),
  generate: (request) => {
    const stream = deriveStream(request.seed, 'depth');
    return withDepthTests(pick(stream, DEPTH_BASES).generate(request), stream);
  },
};
