import type { ChipName } from '../../arch/index.js';
import type { Draw, Program, Scenario, SectionPlacement, ShaderSections } from '../../transactions/index.js';
import { type RandomStream, SECTION_PLACEMENTS } from '../../transactions/index.js';
import { buildScenario, pickMachineAndKnobs } from '../drawn-machine.js';
import { pickAttachments } from '../driver/colour-buffers.js';
import { createSequence, type SequenceDefinition } from '../generated-sequence.js';
import { pick } from '../pick.js';
import {
  applyProgramFaults,
  faultApplies,
  faultNeedsFeature,
  type ProgramFeature,
} from '../programs/faults.js';
import type { PrimitiveKind } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE, pickPrimitives, pickSizes } from '../scenes/primitives.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { pickState, swapEpilog } from './pick-state.js';
import { EXTENTS } from './placements.js';
import {
  createSectionDraws,
  createSectionMemory,
  createSectionPrograms,
  getStateColourExports,
  MAX_WIDTH,
  type PrimitiveColours,
  type SectionDraw,
  type SectionScene,
} from './scenario.js';
import { STIPPLE_EDGE } from './stipple.js';

/** The program features on which program faults depend. */
const FEATURES = ['separate-epilog', 'alpha-through-depth'] as const;

const SIZES = [16, 32, MAX_WIDTH] as const;
const MAX_DRAWS = 3;
const MAX_PRIMITIVES = 20;
const SAMPLE_COUNTS: readonly Draw['samples'][] = [1, 2, 4, 8];

/** The number of colour steps per unit: colours are multiples of 1/64, which include one half. */
const COLOUR_STEP = 64;
/** The smallest colour value, in steps. */
const MIN_COLOUR = -64;
/** The number of distinct colour values, from -1 to 2. */
const COLOUR_STEPS = 193;
/** The number of stipple steps per unit: texels are multiples of 1/4, which include one half. */
const STIPPLE_STEPS = 4;

/** The number of vertices per primitive. */
const VERTICES = 3;
/** The number of colour attributes. */
const COLOURS = 4;
/** The number of components per colour. */
const COMPONENTS = 4;

/**
 * Creates a sequence of programs with a prolog, main part and epilog for random states, with the ordered section at a
 * random placement.
 */
export function createSectionSequence<Name extends string>(spec: SequenceDefinition<Name>): Sequence<Name> {
  return createSequence(
    spec,
    ({ id, where }) => where === 'program' && faultNeedsFeature(id) && faultApplies(id, FEATURES),
    generateSectionScenario,
  );
}

/** Generates a random scenario. The placement is random too unless `fixedPlacement` is given. */
export function generateSectionScenario(
  name: string,
  chips: readonly ChipName[],
  request: GenerateRequest,
  fixedPlacement?: SectionPlacement,
): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, chips);
  const scene: SectionScene = {
    chip,
    wave,
    width: pick(stream, SIZES),
    height: pick(stream, SIZES),
    placement: fixedPlacement ?? pick(stream, SECTION_PLACEMENTS),
    stipple: Array.from({ length: STIPPLE_EDGE ** 2 }, () => stream.below(STIPPLE_STEPS + 1) / STIPPLE_STEPS),
  };
  const draws = pickDraws(stream, scene);
  const colourBuffers = pickAttachments(
    request.seed,
    draws.map(({ state }) => getStateColourExports(state)),
  );
  return buildScenario({ chip, wave }, request, name, {
    freedoms,
    programs: withFaults(request, scene, createSectionPrograms(scene, draws)),
    draws: createSectionDraws(scene, draws, colourBuffers),
    ...(colourBuffers.length === 0 ? {} : { colourBuffers }),
    ...createSectionMemory(scene),
  });
}

/** Injects into each program the program faults that can take effect in it. */
function withFaults(
  { faults }: GenerateRequest,
  { chip: { gfx }, wave }: SectionScene,
  programs: readonly Program[],
): readonly Program[] {
  return programs.map((program) => {
    const features = listFeatures(program.sections!);
    const applicable = faults.filter((id) => faultNeedsFeature(id) && faultApplies(id, features));
    return { ...program, words: applyProgramFaults(program.words, gfx, wave, applicable) };
  });
}

function listFeatures({ placement, state }: ShaderSections): ProgramFeature[] {
  const { end, withoutEpilog } = EXTENTS[placement];
  const endsEarly = end !== undefined && end !== 'epilog' && withoutEpilog !== true;
  return [
    ...(endsEarly ? (['separate-epilog'] as const) : []),
    ...(state.alphaToCoverage ? (['alpha-through-depth'] as const) : []),
  ];
}

/** Picks draws that share one main part but have their own epilogs. */
function pickDraws(stream: RandomStream, { chip, placement, width, height }: SectionScene): SectionDraw[] {
  const first = pickState(stream, placement, chip.gfx);
  return Array.from({ length: 1 + stream.below(MAX_DRAWS) }, () => {
    const kind = pick(stream, Object.keys(PRIMITIVE_TYPE) as PrimitiveKind[]);
    const { scene, primitives } = pickPrimitives(stream, kind, { width, height }, MAX_PRIMITIVES);
    return {
      state: swapEpilog(stream, placement, chip.gfx, first),
      samples: pick(stream, SAMPLE_COUNTS),
      alphaReference: pickColourValue(stream),
      kind,
      scene,
      primitives,
      colours: primitives.map(() => pickColours(stream)),
      fields: pickSizes(stream),
    };
  });
}

/** Picks a primitive's colours. In half of the primitives, all vertices have the same colour. */
function pickColours(stream: RandomStream): PrimitiveColours {
  const isUniform = stream.below(2) === 0;
  const vertex = (): number[] => Array.from({ length: COMPONENTS }, () => pickColourValue(stream));
  return Array.from({ length: COLOURS }, () => {
    const first = vertex();
    return Array.from({ length: VERTICES }, (_, i) => (i === 0 || isUniform ? first : vertex()));
  });
}

function pickColourValue(stream: RandomStream): number {
  return (MIN_COLOUR + stream.below(COLOUR_STEPS)) / COLOUR_STEP;
}
