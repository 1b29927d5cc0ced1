import type { Gfx } from '../../arch/index.js';
import { CHIP_NAMES } from '../../arch/index.js';
import type { ProgramDescriptor, RandomStream } from '../../transactions/index.js';
import { pickFrom } from '../chance/pick-from.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { allFeatures, programDescriptors } from '../generator/arbitraries.js';
import { repairDescriptor } from '../generator/repair.js';
import { createGeneratedSequence } from '../generator/sequence.js';
import { pick } from '../pick.js';
import type { PrimitiveKind } from '../scenes/geometry.js';
import { pickScene } from '../scenes/scene.js';
import type { Sequence } from '../sequence.js';

const NAME = 'even_programs';
/** The maximum number of fragments per scene, as in `generated`. */
const MAX_FRAGMENTS = 6000;
const KINDS: readonly PrimitiveKind[] = ['points', 'lines', 'triangles', 'rectangles'];
/** On average, one program in this many exports only depth. */
const DEPTH_ODDS = 4;

/**
 * Like `generated`, but with evenly distributed shapes, exits, discards and primitive types. `generated` chooses
 * features independently and omits half of them in most tests, so some combinations are rare there. Here, all are
 * equally likely.
 */
export const evenPrograms: Sequence<typeof NAME> = {
  ...createGeneratedSequence({
    name: NAME,
    text: 'generated shaders with an even distribution of shapes, exits, discards and primitive types',
    chips: CHIP_NAMES,
    claims: [WAVES_OVERLAP, claim('layers of a wave are ordered', 3, 'programs/shape/layers')],
    maxPrograms: 2,
    descriptor: pickBalancedDescriptor,
    scene: (stream) => pickScene(stream, { fragments: MAX_FRAGMENTS, kinds: [pick(stream, KINDS)] }),
  }),
  faults: [],
};

/** Picks a descriptor with an even distribution of shapes, exits, discards and exports. */
export function pickBalancedDescriptor(stream: RandomStream, gfx: Gfx): ProgramDescriptor {
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
