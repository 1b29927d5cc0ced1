import type { Chip, ChipName, Gfx } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import type { CoherenceKind, Draw, Freedoms, ProgramDescriptor, Scenario } from '../../transactions/index.js';
import { FAULTS, RandomStream, setting } from '../../transactions/index.js';
import { type BackgroundPart, pickBackground } from '../background/pick-background.js';
import { pickFrom } from '../chance/pick-from.js';
import type { Claim } from '../claims.js';
import { pickMachineWithFreedoms } from '../drawn-machine.js';
import { pickAttachments } from '../driver/colour-buffers.js';
import { withDepthTests } from '../driver/depth-state.js';
import { applyRegisterFaults } from '../driver/faults.js';
import { pickOptions } from '../driver/options.js';
import { pick } from '../pick.js';
import { faultCanAct } from '../programs/faults.js';
import type { PrimitiveKind } from '../scenes/geometry.js';
import { pickSizes } from '../scenes/primitives.js';
import { pickScene, type Scene } from '../scenes/scene.js';
import { SCENE_SHAPES } from '../scenes/shapes.js';
import { scheduleSeed, sideSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { programDescriptors } from './arbitraries.js';
import { pickFeatures } from './features.js';
import { type GeneratedDraw, toScenario } from './scenario.js';
import { colourExports } from './shader-registers.js';

/** Maximum number of distinct programs per scenario; draws on the same pixels alternate between them. */
const PROGRAMS_MAX = 2;

/** Maximum number of fragments per scene, small because programs are longer than those of other sequences. */
const FRAGMENTS_MAX = 6000;

const SAMPLES: readonly Draw['samples'][] = [1, 1, 2, 4, 8];

/** One test in this many has a depth buffer. */
const DEPTH_SHARE = 4;

/** If stale caches do not affect the programs, one test in this many has coherent caches. */
const COHERENT_SHARE = 4;

/** In one test in this many, sections exclude one another in any order. */
const UNORDERED_SHARE = 8;

/** One test in this many has primitives of these kinds. */
const KINDS_SHARE = 5;
const KINDS: readonly (readonly PrimitiveKind[])[] = [
  ['lines'],
  ['points'],
  ['rectangles'],
  ['points', 'lines', 'rectangles'],
  ['points', 'lines', 'rectangles', 'triangles'],
];

/** The parts that differ between generated sequences. */
export interface GeneratedSequence<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  readonly chips: readonly ChipName[];
  /** Claims about its tests. */
  readonly claims: readonly Claim[];
  /** Maximum number of programs per test; default: 2. */
  readonly programsMax?: number;
  /** Picks a program; default: one made from features, some of them disabled in the test. */
  readonly descriptor?: (stream: RandomStream, gfx: Gfx) => ProgramDescriptor;
  /** Draws a test's scene; default: any scene. */
  readonly scene?: (stream: RandomStream, seed: string) => Scene;
}

/** Random scenes under fully generated programs; each test omits some features. */
export function generatedSequence<Name extends string>(sequence: GeneratedSequence<Name>): Sequence<Name> {
  const { name, text, chips, claims } = sequence;
  const generations = new Set(chips.map((chip) => chipOf(chip).gfx));
  const faults = FAULTS.filter(
    ({ id, where, generations: faultGenerations }) =>
      where !== 'program' && faultGenerations.some((gfx) => generations.has(gfx)) && faultCanAct(id, []),
  ).map(({ id }) => id);
  return { name, text, chips, faults, claims, generate: (request) => generate(sequence, request) };
}

/** A scene of triangles; one test in `KINDS_SHARE` has other or several kinds of primitives. */
function anyScene(stream: RandomStream, seed: string): Scene {
  const kindStream = new RandomStream(sideSeed(seed, 'primitive kinds'));
  if (kindStream.below(KINDS_SHARE) !== 0) return pickScene(stream, { fragments: FRAGMENTS_MAX });
  return pickScene(stream, { fragments: FRAGMENTS_MAX, kinds: pick(kindStream, KINDS) });
}

function generate(sequence: GeneratedSequence, request: GenerateRequest): Scenario {
  const { name, chips, programsMax = PROGRAMS_MAX, scene: sceneOf = anyScene } = sequence;
  const { stream, chip, wave, freedoms: drawnFreedoms } = pickMachineWithFreedoms(request, chips);
  const descriptors = pickDescriptors(stream, chip, programsMax, sequence.descriptor);
  const caches = pickCaches(stream, descriptors);
  const background = pickBackground(request.seed, { chip, wave, freedoms: drawnFreedoms });
  const freedoms = { ...drawnFreedoms, caches, ...background?.knobs, ...request.knobs };
  const scene = sceneOf(stream, request.seed);
  const sizeStream = new RandomStream(sideSeed(request.seed, 'primitive sizes'));
  const scenario = toScenario({
    name,
    chip,
    wave,
    freedoms,
    width: scene.width,
    height: scene.height,
    descriptors: descriptors.map((descriptor) => withCoherence(descriptor, freedoms)),
    draws: withSamplesOfPrograms(
      descriptors,
      scene.draws.map((primitives, index) => ({
        scene: scene.names[index],
        program: stream.below(descriptors.length),
        kind: SCENE_SHAPES[scene.names[index]].kind,
        sizes: pickSizes(sizeStream),
        primitives,
        samples: pick(stream, SAMPLES),
      })),
    ),
    colourBuffers: pickAttachments(request.seed, descriptors.map(colourExports)),
    interlock: stream.below(UNORDERED_SHARE) === 0 ? 'pixel-unordered' : 'pixel-ordered',
    schedule: scheduleSeed(request.seed),
  });
  const tested = withRareDepthTests(scenario, request.seed);
  return withRequest(withBackground(tested, background), request, chip);
}

function pickDescriptors(
  stream: RandomStream,
  { gfx }: Chip,
  programsMax: number,
  pickDescriptor: GeneratedSequence['descriptor'],
): ProgramDescriptor[] {
  if (pickDescriptor !== undefined)
    return Array.from({ length: 1 + stream.below(programsMax) }, () => pickDescriptor(stream, gfx));
  const programs = programDescriptors(gfx, pickFeatures(stream, gfx));
  return Array.from({ length: 1 + stream.below(programsMax) }, () => pickFrom(stream, programs));
}

/** All draws of a smoothing program have the first one's sample count, which its code encodes. */
function withSamplesOfPrograms(
  descriptors: readonly ProgramDescriptor[],
  draws: readonly GeneratedDraw[],
): GeneratedDraw[] {
  return draws.map((draw) => {
    const smooths = descriptors[draw.program].parts?.smoothing === true;
    const first = draws.find(({ program }) => program === draw.program);
    return smooths && first !== undefined ? { ...draw, samples: first.samples } : draw;
  });
}

/** Caches may be stale only if every program has the bits that bypass stale data, and are in most such tests. */
function pickCaches(stream: RandomStream, descriptors: readonly ProgramDescriptor[]): number {
  const staleCaches = stream.below(COHERENT_SHARE) === 0 ? 0 : 1;
  return descriptors.every(({ coherence }) => coherence !== 'none') ? staleCaches : 0;
}

/** The descriptor with coherence bits, if fixed knobs make the caches stale. */
function withCoherence(descriptor: ProgramDescriptor, { caches }: Freedoms): ProgramDescriptor {
  const coherence: CoherenceKind =
    caches === setting('caches', 'stale') && descriptor.coherence === 'none' ? 'all' : descriptor.coherence;
  return { ...descriptor, coherence };
}

/** The scenario, in some tests with a depth buffer, which receives programs' depth target exports. */
function withRareDepthTests(scenario: Scenario, seed: string): Scenario {
  const stream = new RandomStream(sideSeed(seed, 'depth'));
  return stream.below(DEPTH_SHARE) === 0 ? withDepthTests(scenario, stream) : scenario;
}

/** The scenario with geometry and compute work alongside its draws. */
function withBackground(scenario: Scenario, part: BackgroundPart | undefined): Scenario {
  if (part === undefined) return scenario;
  return { ...scenario, memory: [...scenario.memory, ...part.memory], background: part.background };
}

/** The scenario with random hardware options, and the requested faults. */
function withRequest(scenario: Scenario, { seed, faults }: GenerateRequest, { gfx }: Chip): Scenario {
  const options = pickOptions(
    seed,
    gfx,
    scenario.wave,
    scenario.draws.map(({ registers }) => registers),
  );
  const draws = scenario.draws.map((draw, index) => ({ ...draw, registers: options[index] }));
  return { ...scenario, draws: applyRegisterFaults(gfx, draws, faults), faults };
}
