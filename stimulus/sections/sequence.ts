import type { ProgramFeature } from '../../transactions/index.js';
import {
  type Draw,
  type RandomStream,
  type Scenario,
  SECTION_PLACEMENTS,
  type SectionPlacement,
  type ShaderSections,
} from '../../transactions/index.js';
import { pickAttachments } from '../driver/attachments.js';
import { pick } from '../kit/chance.js';
import { listFaults, sequence, type Test } from '../kit/test.js';
import { applyProgramFaults, canFaultTakeEffect, faultNeedsFeature } from '../programs/faults.js';
import { PRIMITIVE_KINDS } from '../scenes/geometry.js';
import { pickPrimitives, pickSizes } from '../scenes/scene.js';
import { claim, WAVES_OVERLAP } from '../sequence.js';
import { pickState, swapEpilog } from './legality.js';
import { EXTENTS } from './part.js';
import {
  createSectionDraws,
  createSectionMemory,
  createSectionPrograms,
  getStateColourExports,
  MAX_WIDTH,
  type PrimitiveColours,
  pickColourValue,
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

/** The number of stipple steps per unit: texels are multiples of 1/4, so that exactly 0.5 can occur. */
const STIPPLE_STEPS = 4;

const VERTICES = 3;
const COLOURS = 4;
const COMPONENTS = 4;

/**
 * Runs shaders that consist of a prolog, a main part and an epilog, as the pipeline state requires (see the slides
 * about radeonsi prologs and epilogs, and scenarios.md E01 to E10).
 */
export const sections = sequence({
  name: 'sections',
  text: 'shaders with a prolog, main part and epilog for random state, with the ordered section in every possible place',
  claims: [WAVES_OVERLAP, claim('a prolog discards', 15, 'sections/stipple/prolog')],
  faults: listFaults(FEATURES, (where, needsFeature) => where === 'program' && needsFeature),
  generate: generateSectionScenario,
});

/** Generates a random scenario. The placement is also random unless `fixedPlacement` is given. */
export function generateSectionScenario(test: Test, fixedPlacement?: SectionPlacement): Scenario {
  const { stream, request } = test;
  const scene: SectionScene = {
    ...test.area(SIZES),
    placement: fixedPlacement ?? test.pick(SECTION_PLACEMENTS),
    stipple: Array.from({ length: STIPPLE_EDGE ** 2 }, () => stream.below(STIPPLE_STEPS + 1) / STIPPLE_STEPS),
  };
  const draws = pickDraws(stream, scene);
  const colourBuffers = pickAttachments(
    test.seed,
    draws.map(({ state }) => getStateColourExports(state)),
  );
  const programs = createSectionPrograms(scene, draws).map((program) => {
    const features = listFeatures(program.sections!);
    const faults = request.faults.filter((id) => faultNeedsFeature(id) && canFaultTakeEffect(id, features));
    return { ...program, words: applyProgramFaults(program.words, test.gfx, test.wave, faults) };
  });
  return test.build({
    programs,
    draws: createSectionDraws(scene, draws, colourBuffers),
    ...(colourBuffers.length === 0 ? {} : { colourBuffers }),
    ...createSectionMemory(scene),
  });
}

/** Lists the features of a program on which faults depend. */
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
    const kind = pick(stream, PRIMITIVE_KINDS);
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
