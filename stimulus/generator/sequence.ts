import type { Chip, ChipName, Gfx } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import type { CoherenceKind, Draw, Freedoms, ProgramDescriptor, Scenario } from '../../transactions/index.js';
import { FAULTS, RandomStream, setting } from '../../transactions/index.js';
import { type BackgroundParts, pickBackground } from '../background/pick-background.js';
import { pickFrom } from '../chance/pick-from.js';
import type { Claim } from '../claims.js';
import { pickAttachments } from '../driver/colour-buffers.js';
import { withDepthTests } from '../driver/depth-state.js';
import { applyRegisterFaults } from '../driver/faults.js';
import { pickOptions } from '../driver/options.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { canFaultTakeEffect } from '../programs/faults.js';
import type { PrimitiveKind } from '../scenes/geometry.js';
import { pickSizes } from '../scenes/primitives.js';
import { pickScene, type Scene } from '../scenes/scene.js';
import { SCENE_SHAPES } from '../scenes/shapes.js';
import { deriveScheduleSeed, deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { programDescriptors } from './arbitraries.js';
import { pickFeatures } from './features.js';
import { type GeneratedDraw, toScenario } from './scenario.js';
import { getColourExports } from './shader-registers.js';

/** The maximum number of distinct programs per scenario; draws on the same pixels alternate between them. */
const MAX_PROGRAMS = 2;

/**
 * The maximum number of fragments per scene. It is small because these programs are longer than those of other
 * sequences.
 */
const MAX_FRAGMENTS = 6000;

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
export interface GeneratedSequence<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  readonly chips: readonly ChipName[];
  /** Claims about the sequence's tests. */
  readonly claims: readonly Claim[];
  /** The maximum number of programs per test; 2 by default. */
  readonly maxPrograms?: number;
  /** Picks a program; by default, a random one that uses the features enabled for the test. */
  readonly descriptor?: (stream: RandomStream, gfx: Gfx) => ProgramDescriptor;
  /** Picks a test's scene; by default, any scene. */
  readonly scene?: (stream: RandomStream, seed: string) => Scene;
}

/** Creates a sequence of random scenes with generated programs. Most tests disable some features. */
export function createGeneratedSequence<Name extends string>(
  sequence: GeneratedSequence<Name>,
): Sequence<Name> {
  const { name, text, chips, claims } = sequence;
  const generations = new Set(chips.map((chip) => chipOf(chip).gfx));
  const faults = FAULTS.filter(
    ({ id, where, generations: faultGenerations }) =>
      where !== 'program' &&
      faultGenerations.some((gfx) => generations.has(gfx)) &&
      canFaultTakeEffect(id, []),
  ).map(({ id }) => id);
  return { name, text, chips, faults, claims, generate: (request) => generate(sequence, request) };
}

/** Picks a scene. One in `KINDS_ODDS` uses other primitive kinds or a mix; the rest use triangles. */
function pickAnyScene(stream: RandomStream, seed: string): Scene {
  const kindStream = new RandomStream(deriveSubSeed(seed, 'primitive kinds'));
  if (kindStream.below(KINDS_ODDS) !== 0) return pickScene(stream, { fragments: MAX_FRAGMENTS });
  return pickScene(stream, { fragments: MAX_FRAGMENTS, kinds: pick(kindStream, KIND_LISTS) });
}

function generate(sequence: GeneratedSequence, request: GenerateRequest): Scenario {
  const { name, chips, maxPrograms = MAX_PROGRAMS, scene: pickTestScene = pickAnyScene } = sequence;
  const { stream, chip, wave, freedoms: randomFreedoms } = pickMachineAndKnobs(request, chips);
  const descriptors = pickDescriptors(stream, chip, maxPrograms, sequence.descriptor);
  const caches = pickCaches(stream, descriptors);
  const background = pickBackground(request.seed, { chip, wave, freedoms: randomFreedoms });
  const freedoms = { ...randomFreedoms, caches, ...background?.knobs, ...request.knobs };
  const scene = pickTestScene(stream, request.seed);
  const sizeStream = new RandomStream(deriveSubSeed(request.seed, 'primitive sizes'));
  const scenario = toScenario({
    name,
    chip,
    wave,
    freedoms,
    width: scene.width,
    height: scene.height,
    descriptors: descriptors.map((descriptor) => withCoherence(descriptor, freedoms)),
    draws: withProgramSamples(
      descriptors,
      scene.draws.map((primitives, index) => ({
        scene: scene.names[index],
        program: stream.below(descriptors.length),
        kind: SCENE_SHAPES[scene.names[index]].kind,
        sizes: pickSizes(sizeStream),
        primitives,
        samples: pick(stream, SAMPLE_COUNTS),
      })),
    ),
    colourBuffers: pickAttachments(request.seed, descriptors.map(getColourExports)),
    interlock: stream.below(UNORDERED_ODDS) === 0 ? 'pixel-unordered' : 'pixel-ordered',
    schedule: deriveScheduleSeed(request.seed),
  });
  const withDepth = maybeAddDepthTests(scenario, request.seed);
  return applyRequest(withBackground(withDepth, background), request, chip);
}

function pickDescriptors(
  stream: RandomStream,
  { gfx }: Chip,
  maxPrograms: number,
  pickDescriptor: GeneratedSequence['descriptor'],
): ProgramDescriptor[] {
  if (pickDescriptor !== undefined)
    return Array.from({ length: 1 + stream.below(maxPrograms) }, () => pickDescriptor(stream, gfx));
  const programs = programDescriptors(gfx, pickFeatures(stream, gfx));
  return Array.from({ length: 1 + stream.below(maxPrograms) }, () => pickFrom(stream, programs));
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

/**
 * Decides whether the caches may be stale. They can be stale only if every program bypasses or invalidates them, and
 * even then not in every test.
 */
function pickCaches(stream: RandomStream, descriptors: readonly ProgramDescriptor[]): number {
  const staleCaches = stream.below(COHERENT_ODDS) === 0 ? 0 : 1;
  return descriptors.every(({ coherence }) => coherence !== 'none') ? staleCaches : 0;
}

/** Adds coherence bits to the descriptor if fixed knobs make the caches stale. */
function withCoherence(descriptor: ProgramDescriptor, { caches }: Freedoms): ProgramDescriptor {
  const coherence: CoherenceKind =
    caches === setting('caches', 'stale') && descriptor.coherence === 'none' ? 'all' : descriptor.coherence;
  return { ...descriptor, coherence };
}

/** Adds a depth buffer, which receives the programs' depth exports, to one test in `DEPTH_ODDS`. */
function maybeAddDepthTests(scenario: Scenario, seed: string): Scenario {
  const stream = new RandomStream(deriveSubSeed(seed, 'depth'));
  return stream.below(DEPTH_ODDS) === 0 ? withDepthTests(scenario, stream) : scenario;
}

/** Adds geometry and compute work that runs alongside the scenario's draws. */
function withBackground(scenario: Scenario, part: BackgroundParts | undefined): Scenario {
  if (part === undefined) return scenario;
  return { ...scenario, memory: [...scenario.memory, ...part.memory], background: part.background };
}

/** Adds random hardware options and the requested faults to the scenario. */
function applyRequest(scenario: Scenario, { seed, faults }: GenerateRequest, { gfx }: Chip): Scenario {
  const options = pickOptions(
    seed,
    gfx,
    scenario.wave,
    scenario.draws.map(({ registers }) => registers),
  );
  const draws = scenario.draws.map((draw, index) => ({ ...draw, registers: options[index] }));
  return { ...scenario, draws: applyRegisterFaults(gfx, draws, faults), faults };
}
