import type { Gfx } from '../../arch/index.js';
import type { ProgramDescriptor, RandomStream } from '../../transactions/index.js';
import { allFeatures, programDescriptors } from '../generator/arbitraries.js';
import { repairDescriptor } from '../generator/repair.js';
import { createGeneratedSequence } from '../generator/sequence.js';
import { pick, pickFrom } from '../kit/chance.js';
import { derivedSequence } from '../kit/test.js';
import { PRIMITIVE_KINDS } from '../scenes/geometry.js';
import { pickScene } from '../scenes/scene.js';
import { claim, WAVES_OVERLAP } from '../sequence.js';
import { coherentStale } from './corpus-variants.js';
import { mixedReads } from './mixed-reads.js';

/**
 * Generates complete pixel shaders from descriptors for every generation, with all kinds of work, discards, sections,
 * exports and exits.
 */
export const generated = createGeneratedSequence({
  name: 'generated',
  text: 'complete generated shaders: sections with every shape and kind of access, discards, exports and exits',
  claims: [WAVES_OVERLAP, claim('loops run more than once', 5, 'programs/shape/loop')],
});

/** The maximum number of fragments per scene, as in `generated`. */
const MAX_FRAGMENTS = 6000;
/** On average, one program in this many exports only depth. */
const DEPTH_ODDS = 4;

/**
 * Like `generated`, but with evenly distributed shapes, exits, discards and primitive types. `generated` chooses
 * features independently and omits half of them in most tests, so some combinations are rare there. Here, all are
 * equally likely.
 */
export const evenPrograms = createGeneratedSequence({
  name: 'even_programs',
  text: 'generated shaders with an even distribution of shapes, exits, discards and primitive types',
  claims: [WAVES_OVERLAP, claim('layers of a wave are ordered', 3, 'programs/shape/layers')],
  faults: [],
  descriptor: pickBalancedDescriptor,
  scene: (stream) => pickScene(stream, { fragments: MAX_FRAGMENTS, kinds: [pick(stream, PRIMITIVE_KINDS)] }),
});

/** Picks a descriptor with an even distribution of shapes, exits, discards and exports. */
function pickBalancedDescriptor(stream: RandomStream, gfx: Gfx): ProgramDescriptor {
  const features = allFeatures(gfx);
  const { parts, ...withoutParts } = pickFrom(stream, programDescriptors(gfx, features));
  const shape = pick(stream, features.shapes);
  const exit = pick(stream, features.exits);
  const pickLanes = (): 'none' | 'pixels' => pick(stream, ['none', 'pixels'] as const);
  const exportsDepthOnly = stream.below(DEPTH_ODDS) === 0;
  const { after, section, exports } = withoutParts;
  const discards = { ...withoutParts.discards, before: pickLanes(), inside: pickLanes(), after: pickLanes() };
  const descriptor = {
    ...withoutParts,
    section: { ...section, shape, packer: exit === 'skipped-message' ? 'waiting' : section.packer },
    after: exit === 'late-message' && after.length === 0 ? (['alu'] as const) : after,
    discards,
    exports: exportsDepthOnly
      ? { ...exports, colours: 0 as const, depth: 'depth' as const, dualSource: false }
      : exports,
    exit,
  } as const;
  const hasOwnExports =
    parts === undefined || exportsDepthOnly || exit === 'last-message' || exit === 'combined';
  return repairDescriptor(hasOwnExports ? descriptor : { ...descriptor, parts }, gfx);
}

/** How generated sections avoid stale data. Half of them invalidate the caches. */
const COHERENCE = ['emptied', 'emptied', 'ends', 'all'] as const;

const STALE_BASE = createGeneratedSequence({
  name: 'stale_programs',
  text: 'generated shaders with stale caches',
  claims: [],
  descriptor: (stream, gfx) => ({
    ...pickBalancedDescriptor(stream, gfx),
    coherence: pick(stream, COHERENCE),
  }),
});

/**
 * Tests every way to avoid stale cache lines on every chip: coherence bits, scopes, and invalidating
 * instructions.
 */
export const stalePrograms = derivedSequence({
  name: 'stale_programs',
  text: 'shaders, some of them generated, that invalidate or bypass stale caches, on either shader array',
  claims: [
    WAVES_OVERLAP,
    claim('accesses hit in both L0 and L2', 20, 'cache-levels/level/L0', 'cache-levels/level/L2'),
  ],
  bases: [STALE_BASE, STALE_BASE, coherentStale, mixedReads],
});
