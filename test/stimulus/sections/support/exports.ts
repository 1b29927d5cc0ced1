import { chipOf, EXPORT_TARGET, findRegisterField } from '../../../../arch/index.js';
import { runScenario } from '../../../../rtl-model/index.js';
import type { Draw, Scenario } from '../../../../transactions/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../../transactions/index.js';
import type { DrawConstants, Fragment } from './colour-maths.js';

/** A fragment from a run, with the words that it exported to each target, in order. */
export interface FragmentExports {
  readonly fragment: Fragment;
  readonly constants: DrawConstants;
  /** Whether the primitive has the same colour everywhere. */
  readonly isUniform: boolean;
  readonly exported: number[][];
  /** The alpha word exported to the depth target, if any. */
  coverageAlpha: number | undefined;
}

type PrimitiveInfo = Pick<Fragment, 'primitive' | 'isFront' | 'samples' | 'inputs'> &
  Pick<FragmentExports, 'constants' | 'isUniform'>;

/** The number of words per attribute. */
const ATTRIBUTE_WORDS = 12;
/** The number of attribute words per primitive: attribute 0 is the primitive's number, and the others are colours. */
const PRIMITIVE_WORDS = 5 * ATTRIBUTE_WORDS;
const COLOUR_ATTRIBUTES = [1, 2, 3, 4];

const floats = (words: readonly number[]): number[] => [...new Float32Array(new Int32Array(words).buffer)];

/** Runs a scenario from `sections` and returns all its fragments. */
export function collectFragmentExports(scenario: Scenario): FragmentExports[] {
  const primitives = scenario.draws.flatMap((draw) => listPrimitives(scenario, draw));
  const lanesByWave = new Map<number, (FragmentExports | undefined)[]>();
  runScenario(scenario, (t) => {
    if (t.kind === 'wave-formed') {
      const lanes = Array.from({ length: t.quadCount * 4 }, (_, lane) =>
        createFragment(primitives, t.quads, lane),
      );
      lanesByWave.set(t.wave, lanes);
    }
    if (t.kind !== 'export-granted' || t.type !== 'colour' || t.enabled === 0) return;
    const sources = [0, 1, 2, 3].filter(
      (source) => ((t.compressed ? t.enabled >>> (2 * source) : t.enabled >>> source) & 1) !== 0,
    );
    lanesByWave.get(t.wave)!.forEach((fragment, lane) => {
      const isEnabled = (lane < 32 ? t.lanesLo >>> lane : t.lanesHi >>> (lane - 32)) & 1;
      if (fragment === undefined || isEnabled === 0) return;
      if (t.target === EXPORT_TARGET.MRTZ) fragment.coverageAlpha = t.data[scenario.wave + lane];
      else fragment.exported[t.target] = sources.map((word) => t.data[word * scenario.wave + lane]);
    });
  });
  return [...lanesByWave.values()].flat().flatMap((fragment) => fragment ?? []);
}

function listPrimitives(scenario: Scenario, draw: Draw): PrimitiveInfo[] {
  const { state } = scenario.programs[draw.program].sections!;
  const [alphaReference] = floats([draw.registers.SPI_SHADER_USER_DATA_PS_4]);
  const constants = { state, alphaReference, stipple: floats(scenario.memory[1].initial) };
  return draw.depths.map((_, index) => {
    const words = draw.parameters.slice(index * PRIMITIVE_WORDS, (index + 1) * PRIMITIVE_WORDS);
    const colours = COLOUR_ATTRIBUTES.map((attribute) =>
      floats(words.slice(attribute * ATTRIBUTE_WORDS, (attribute + 1) * ATTRIBUTE_WORDS)),
    );
    return {
      constants,
      isUniform: colours.every((colour) => colour.slice(4).every((difference) => difference === 0)),
      primitive: words[0],
      isFront: isFront(scenario, draw, index),
      samples: draw.samples,
      inputs: colours.map((colour) => colour.slice(0, 4)),
    };
  });
}

function createFragment(
  primitives: readonly PrimitiveInfo[],
  quads: Int32Array,
  lane: number,
): FragmentExports | undefined {
  const row = (lane >> 2) * QUAD_COLUMNS;
  const corner = lane & 3;
  const masks = quads[row + (corner < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
  const mask = (masks >>> (16 * (corner & 1))) & 0xffff;
  if (mask === 0) return undefined;
  const { constants, isUniform, ...info } = primitives[quads[row + QUAD_COLUMN.PRIMITIVE]];
  return {
    constants,
    isUniform,
    exported: [],
    coverageAlpha: undefined,
    fragment: {
      ...info,
      x: quads[row + QUAD_COLUMN.X] + (corner & 1),
      y: quads[row + QUAD_COLUMN.Y] + (corner >> 1),
      coveredSamples: [...mask.toString(2)].filter((bit) => bit === '1').length,
    },
  };
}

/**
 * Returns whether a primitive is front-facing. Counter-clockwise triangles and rectangles are (with y pointing down),
 * as are all points and lines, which is Vulkan's default.
 */
function isFront(scenario: Scenario, draw: Draw, primitive: number): boolean {
  const type = findRegisterField(chipOf(scenario.chip).gfx, draw.registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE');
  if (type === 1 || type === 2) return true;
  const [x0, y0, x1, y1, x2, y2] = draw.vertices.slice(primitive * 6, primitive * 6 + 6);
  return (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0) < 0;
}
