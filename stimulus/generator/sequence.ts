import type { Gfx } from '../../arch/index.js';
import {
  type Draw,
  type ProgramDescriptor,
  type RandomStream,
  type Scenario,
  setting,
} from '../../transactions/index.js';
import { pickBackground } from '../background/pick-background.js';
import { pickAttachments } from '../driver/attachments.js';
import { withDepthTests } from '../driver/depth-state.js';
import { deriveScheduleSeed, deriveStream, pick, pickFrom } from '../kit/chance.js';
import { listFaults, NOT_IN_PROGRAMS, type SequenceSpec, sequence, type Test } from '../kit/test.js';
import type { PrimitiveKind } from '../scenes/geometry.js';
import { pickScene, pickSizes, type Scene } from '../scenes/scene.js';
import { SCENE_SHAPES } from '../scenes/shapes.js';
import type { Sequence } from '../sequence.js';
import { pickFeatures, programDescriptors } from './arbitraries.js';
import { type GeneratedDraw, toScenario } from './scenario.js';
import { getColourExports } from './shader-registers.js';

/** The maximum number of distinct programs per scenario; draws on the same pixels alternate between them. */
const MAX_PROGRAMS = 2;

/**
 * The maximum number of fragments per scene. It is small because these programs are longer than those of other
 * sequences.
 */
const MAX_FRAGMENTS = 6000;
/** The same if a program polls without sleeping: each poll is simulated, and all later waves poll at once. */
const MAX_BUSY_FRAGMENTS = 600;
/** The maximum number of primitives per draw of such a program. Each may be several waves. */
const MAX_BUSY_PRIMITIVES = 12;

const SAMPLE_COUNTS: readonly Draw['samples'][] = [1, 1, 2, 4, 8];

/** One test in this many has a depth buffer. */
const DEPTH_ODDS = 4;

/** One test in this many has coherent caches even though its programs tolerate stale ones. */
const COHERENT_ODDS = 4;

/** One test in this many has sections that are mutually exclusive but unordered. */
const UNORDERED_ODDS = 8;

/** One test in this many uses one of these lists of primitive kinds. */
const KINDS_ODDS = 5;
const KIND_LISTS: readonly (readonly PrimitiveKind[])[] = [
  ['lines'],
  ['points'],
  ['rectangles'],
  ['points', 'lines', 'rectangles'],
  ['points', 'lines', 'rectangles', 'triangles'],
];

/** The definition of a generated sequence. */
export interface GeneratedSequence<Name extends string = string>
  extends Omit<SequenceSpec<Name>, 'generate'> {
  /** Picks a program; by default, a random one that uses the features enabled for the test. */
  readonly descriptor?: (stream: RandomStream, gfx: Gfx) => ProgramDescriptor;
  /** Picks a test's scene; by default, any scene. */
  readonly scene?: (stream: RandomStream, seed: string, fragments: number) => Scene;
}

/** Creates a sequence of random scenes with generated programs. Most tests disable some features. */
export function createGeneratedSequence<Name extends string>(spec: GeneratedSequence<Name>): Sequence<Name> {
  return sequence({
    faults: listFaults([], NOT_IN_PROGRAMS, spec.chips),
    ...spec,
    generate: (test) => generate(spec, test),
  });
}

/** Picks a scene. One in `KINDS_ODDS` uses other primitive kinds or a mix; the rest use triangles. */
function pickAnyScene(stream: RandomStream, seed: string, fragments: number): Scene {
  const kindStream = deriveStream(seed, 'primitive kinds');
  if (kindStream.below(KINDS_ODDS) !== 0) return pickScene(stream, { fragments });
  return pickScene(stream, { fragments, kinds: pick(kindStream, KIND_LISTS) });
}

function generate(
  { descriptor, scene: pickTestScene = pickAnyScene }: GeneratedSequence,
  test: Test,
): Scenario {
  const { stream, chip, wave, seed } = test;
  const descriptors = pickDescriptors(test, descriptor);
  // The caches can be stale only if every program bypasses or invalidates them, and even then not in every test.
  const areSafe = descriptors.every(({ coherence }) => coherence !== 'none');
  const caches = setting('caches', stream.below(COHERENT_ODDS) !== 0 && areSafe ? 'stale' : 'coherent');
  const background = pickBackground(seed, test);
  const freedoms = { ...test.freedoms, caches, ...background?.knobs, ...test.request.knobs };
  // Fixed knobs can make the caches stale for programs that do nothing about it, which then get coherence bits.
  const isStale = freedoms.caches === setting('caches', 'stale');
  const isBusy = descriptors.some(({ section }) => section.sleep === 'none');
  const scene = pickTestScene(stream, seed, isBusy ? MAX_BUSY_FRAGMENTS : MAX_FRAGMENTS);
  const maxPrimitives = isBusy ? MAX_BUSY_PRIMITIVES : Number.POSITIVE_INFINITY;
  const sizeStream = test.branch('primitive sizes');
  const scenario = toScenario({
    name: test.name,
    chip,
    wave,
    freedoms,
    width: scene.width,
    height: scene.height,
    descriptors: descriptors.map((descriptor) =>
      isStale && descriptor.coherence === 'none' ? { ...descriptor, coherence: 'all' } : descriptor,
    ),
    draws: withProgramSamples(
      descriptors,
      scene.draws.map((primitives, index) => ({
        scene: scene.names[index],
        program: stream.below(descriptors.length),
        kind: SCENE_SHAPES[scene.names[index]].kind,
        sizes: pickSizes(sizeStream),
        primitives: primitives.slice(0, maxPrimitives),
        samples: pick(stream, SAMPLE_COUNTS),
      })),
    ),
    colourBuffers: pickAttachments(seed, descriptors.map(getColourExports)),
    interlock: stream.below(UNORDERED_ODDS) === 0 ? 'pixel-unordered' : 'pixel-ordered',
    schedule: deriveScheduleSeed(seed),
  });
  const depthStream = test.branch('depth');
  const withDepth = depthStream.below(DEPTH_ODDS) === 0 ? withDepthTests(scenario, depthStream) : scenario;
  const options = test.pickOptions(withDepth.draws.map(({ registers }) => registers));
  const draws = withDepth.draws.map((draw, index) => ({ ...draw, registers: options[index] }));
  return {
    ...withDepth,
    ...(background === undefined
      ? {}
      : { memory: [...scenario.memory, ...background.memory], background: background.background }),
    draws: test.withRegisterFaults(draws),
    faults: test.request.faults,
  };
}

function pickDescriptors(
  { stream, gfx }: Test,
  pickDescriptor: GeneratedSequence['descriptor'],
): ProgramDescriptor[] {
  const programs = pickDescriptor === undefined && programDescriptors(gfx, pickFeatures(stream, gfx));
  return Array.from({ length: 1 + stream.below(MAX_PROGRAMS) }, () =>
    programs ? pickFrom(stream, programs) : pickDescriptor!(stream, gfx),
  );
}

/** Gives all draws of a smoothing program the sample count of its first draw, which the code depends on. */
function withProgramSamples(
  descriptors: readonly ProgramDescriptor[],
  draws: readonly GeneratedDraw[],
): GeneratedDraw[] {
  return draws.map((draw) => {
    const isSmoothing = descriptors[draw.program].parts?.smoothing === true;
    const first = draws.find(({ program }) => program === draw.program);
    return isSmoothing && first !== undefined ? { ...draw, samples: first.samples } : draw;
  });
}
