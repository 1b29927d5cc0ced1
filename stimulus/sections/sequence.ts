import type { ChipName } from '../../arch/index.js';
import type {
  Draw,
  Program,
  ProgramFeature,
  Scenario,
  SectionPlacement,
  ShaderSections,
} from '../../transactions/index.js';
import { type RandomStream, SECTION_PLACEMENTS } from '../../transactions/index.js';
import { pickAttachments } from '../driver/colour-buffers.js';
import { createSequence, type SequenceDefinition } from '../generated-sequence.js';
import { pick } from '../pick.js';
import { buildScenario, pickMachineAndKnobs } from '../pick-machine.js';
import { applyProgramFaults, canFaultTakeEffect, faultNeedsFeature } from '../programs/faults.js';
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

/** The number of colour steps per unit: colours are multiples of 1/64, so that exactly 0.5 can occur. */
const STEPS_PER_UNIT = 64;
/** The smallest colour value, in steps. */
const MIN_COLOUR = -64;
/** The number of distinct colour values, from -1 to 2. */
const COLOUR_STEPS = 193;
/** The number of stipple steps per unit: texels are multiples of 1/4, so that exactly 0.5 can occur. */
const STIPPLE_STEPS = 4;

/** The number of vertices per primitive. */
const VERTICES = 3;
/** The number of colour attributes. */
const COLOURS = 4;
/** The number of components per colour. */
const COMPONENTS = 4;

/**
 * Creates a sequence whose programs consist of a prolog, main part and epilog for random states, with the ordered
 * section at a random placement.
 */
export function createSectionSequence<Name extends string>(spec: SequenceDefinition<Name>): Sequence<Name> {
  return createSequence(
    spec,
    ({ id, where }) => where === 'program' && faultNeedsFeature(id) && canFaultTakeEffect(id, FEATURES),
    generateSectionScenario,
  );
}

/** Generates a random scenario. The placement is also random unless `fixedPlacement` is given. */
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
    programs: injectFaults(request, scene, createSectionPrograms(scene, draws)),
    draws: createSectionDraws(scene, draws, colourBuffers),
    ...(colourBuffers.length === 0 ? {} : { colourBuffers }),
    ...createSectionMemory(scene),
  });
}

/** Injects the faults that can take effect in each program. */
function injectFaults(
  { faults }: GenerateRequest,
  { chip: { gfx }, wave }: SectionScene,
  programs: readonly Program[],
): readonly Program[] {
  return programs.map((program) => {
    const features = listFeatures(program.sections!);
    const applicable = faults.filter((id) => faultNeedsFeature(id) && canFaultTakeEffect(id, features));
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

/** Picks draws that share one main part but each have their own epilog. */
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
  const pickVertex = (): number[] => Array.from({ length: COMPONENTS }, () => pickColourValue(stream));
  return Array.from({ length: COLOURS }, () => {
    const first = pickVertex();
    return Array.from({ length: VERTICES }, (_, i) => (i === 0 || isUniform ? first : pickVertex()));
  });
}

function pickColourValue(stream: RandomStream): number {
  return (MIN_COLOUR + stream.below(COLOUR_STEPS)) / STEPS_PER_UNIT;
}
