import type { ChipName } from '../../arch/index.js';
import type { ProgramFeature } from '../../transactions/index.js';
import type { ShaderName } from '../driver/shaders.js';
import { chipsWith } from '../kit/test.js';
import { BOTH_PATHS, type Claim, claim, IDS_WRAP, LANES_LOST, WAVES_OVERLAP } from '../sequence.js';
import { corpusSequence } from './corpus-sequence.js';

/** A sequence named after the corpus shader it runs, with random scenes, freedoms and sample counts. */
interface Row {
  readonly text: string;
  /** Whether program faults can take effect in the shader's programs for every chip. */
  readonly programFaults?: true;
  readonly features?: readonly ProgramFeature[];
  /** Claims about the sequence's tests, in addition to `CLAIMS`. */
  readonly claims?: readonly Claim[];
  /** The chips that the sequence runs on; all by default. */
  readonly chips?: readonly ChipName[];
}

/** Claims about the tests of every row. */
const CLAIMS: readonly Claim[] = [WAVES_OVERLAP, IDS_WRAP];

/** A claim about shaders whose invocations are ordered by sample. */
const SAMPLE_INTERLOCK = claim('the interlock is per sample', 70, 'wave-formation/interlock/sample-ordered');

/** One row per sequence. Names are part of every seed, so rows may be added but never renamed. */
const ROWS = {
  rmw_buffer: {
    text: 'read, modify and write one word per pixel; the result depends on the order',
    programFaults: true,
    features: ['null-export'],
  },
  rmw_image: { text: 'read, modify and write one texel per pixel through an image', programFaults: true },
  or_bits: {
    text: 'set one bit per primitive in order; an out-of-order primitive leaves its bit unset',
    programFaults: true,
  },
  coherent_buffer: {
    text: 'read, modify and write with coherence bits, then store to an image as well',
    programFaults: true,
  },
  discard_before: {
    text: 'discard before the section; waves with no active lanes take the early exit',
    programFaults: true,
    features: ['early-exit'],
    claims: [LANES_LOST],
  },
  discard_after: {
    text: 'discard after the section, then export colours',
    programFaults: true,
    claims: [claim('fragments are discarded after the section', 60, 'exit-path/way/discard inside or after')],
  },
  ordered_log: {
    text: 'append the primitive to a per-pixel log, which shows the order',
    programFaults: true,
  },
  llist_append: {
    text: 'append to a per-pixel linked list, with nodes from one shared counter',
    programFaults: true,
    claims: [claim('atomics are ordered', 50, 'section-memory/operation/atomic')],
  },
  alpha_to_coverage: {
    text: 'a multisampled section before a colour export that determines coverage',
    features: ['depth-and-colour'],
  },
  atomic64: {
    text: '64-bit words, and an atomic maximum that all pixels share',
    claims: [claim('64-bit words are accessed', 70, 'section-memory/bytes/8')],
  },
  bda_rmw: {
    text: 'read, modify and write through a 64-bit address instead of a descriptor',
    claims: [claim('global memory is accessed', 70, 'section-memory/space/global')],
  },
  color_blend: { text: 'programmable blending of 8-bit colours in a buffer' },
  cond_access: { text: 'accesses to ordered memory under divergent conditions', claims: [BOTH_PATHS] },
  cond_uniform: { text: 'buffer and image access; a draw may skip either', claims: [BOTH_PATHS] },
  count_pixel_unordered: {
    text: 'count primitives under an unordered interlock',
    claims: [claim('the interlock requests only exclusion', 70, 'wave-formation/interlock/pixel-unordered')],
  },
  demote_before: { text: 'demote lanes to helpers before the section', claims: [LANES_LOST] },
  depth_export: {
    text: 'a depth export after the section',
    claims: [claim('the last export is depth', 70, 'export-kinds/last/mrtz')],
  },
  deriv_in_section: { text: 'derivatives over helper lanes within the section' },
  discard_between_texture: {
    text: 'discard based on a texture, then access an image in the section',
    claims: [LANES_LOST],
  },
  dual_source: {
    text: 'a dual-source colour export after the section',
    // Its GFX11 programs leave the section with a store outstanding (corpus README, "What running them showed").
    chips: chipsWith(({ hasWaveIds }) => hasWaveIds),
    claims: [claim('a second source is exported', 70, 'export-kinds/last/mrt1-7')],
  },
  early_tests: { text: 'early depth and stencil tests' },
  early_tests_color: {
    text: 'sample interlock with early tests and a colour export',
    claims: [SAMPLE_INTERLOCK],
  },
  empty_section: {
    text: 'an empty section followed by atomics',
    features: ['empty-section'],
    claims: [claim('waves do no work in the section', 50, 'entry-path/section/not entered')],
  },
  frag_coord_float: { text: 'the floating-point position in four words per pixel' },
  front_face: { text: 'count front and back faces under an unordered interlock' },
  kbuffer4: { text: 'the four nearest keys of each pixel' },
  long_section: { text: 'sixteen dependent loads and stores' },
  loop_in_section: { text: 'a divergent loop of stores in the section' },
  mrt4: {
    text: 'a section before exports to four targets',
    features: ['several-exports'],
    claims: [claim('several targets are exported', 70, 'export-kinds/position/3+')],
  },
  multi_set: { text: 'a software depth test across three descriptor sets' },
  nonuniform_buffers: { text: 'a loop over divergent descriptors in the section' },
  oit_loop: { text: 'insert into a sorted per-pixel list in a divergent loop' },
  or_bits_sample: {
    text: 'like or_bits, for each covered sample, under a sample interlock',
    claims: [SAMPLE_INTERLOCK],
  },
  packed_half: { text: 'half-precision sums that round at every step' },
  push_const_indexed: { text: 'push constants by index, from their copy in memory' },
  push_const_only: { text: 'values that depend on the draw, not the primitive' },
  restrict_coherent_image: { text: 'programmable blending on an 8-bit image with coherence bits' },
  rmw_bytes: {
    text: 'bytes and half words: neighbours share a word',
    claims: [claim('bytes or half words are accessed', 70, 'section-memory/bytes/1-2')],
  },
  ro_in_section: { text: 'a table look-up at an index read in the section' },
  sample_id_rmw: {
    text: 'one invocation per covered sample, one word per sample',
    claims: [SAMPLE_INTERLOCK],
  },
  sample_mask_rate: {
    text: 'one invocation per covered sample, which reads its coverage',
    claims: [SAMPLE_INTERLOCK],
  },
  sample_pos_image: {
    text: 'one invocation per covered sample, one texel per sample position',
    claims: [SAMPLE_INTERLOCK],
  },
  scratch_array: {
    text: 'private memory with dynamic indices around the section',
    features: ['counted-waits', 'private-memory'],
    claims: [claim('a launch waits for private memory', 10, 'occupancy/refused/scratch')],
  },
  subgroup_section: {
    text: 'ballots, sums and an elected lane in the section',
    claims: [claim('atomics are ordered', 50, 'section-memory/operation/atomic')],
  },
  switch_section: { text: 'four non-commuting operations, selected by primitive' },
  tex_in_section: { text: 'a texel fetch at coordinates read in the section' },
  ubo_in_section: { text: 'uniform buffers with uniform and divergent indices', features: ['counted-waits'] },
  volatile_buffer: { text: 'two loads and two stores, none of which may be optimised away' },
  wide_rmw: {
    text: 'accesses of four words at once',
    claims: [claim('four words are accessed at once', 70, 'section-memory/bytes/12-16')],
  },
} as const satisfies Partial<Record<ShaderName, Row>>;

type RowName = keyof typeof ROWS;

/** One sequence per row. */
export const CORPUS_SEQUENCES = (Object.entries(ROWS) as [RowName, Row][]).map(
  ([shader, { programFaults = false, features = [], claims = [], ...row }]) =>
    corpusSequence({ ...row, name: shader, shader, programFaults, features, claims: [...CLAIMS, ...claims] }),
);
