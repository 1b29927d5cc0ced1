import { CHIP_NAMES, type ColourFormat } from '../../arch/index.js';
import type { Draw, RandomStream, Scenario } from '../../transactions/index.js';
import { claim } from '../claims.js';
import {
  discardsFragments,
  emitColourShader,
  LANE_CHANGES,
  type LaneChange,
} from '../coverage-fold/colour-text.js';
import {
  createFoldDraws,
  createFoldProgram,
  createFoldScenario,
  type FoldDraw,
  type FoldTarget,
} from '../coverage-fold/scenario.js';
import { ALL_SAMPLES } from '../coverage-fold/sequence.js';
import { pickBlend } from '../driver/blending.js';
import { EXPORT_FORMAT } from '../driver/draw-intent.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { pickPrimitives } from '../scenes/primitives.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'plain_colours';

/** Kept small so that draws overlap. */
const SIZES = [8, 16] as const;

const MIN_DRAWS = 2;
const DRAW_COUNT_RANGE = 3;

/** The number of colour shaders per test. Program 0, for ordered draws, comes before them. */
const SHADERS = 3;

/** On average, one draw in this many is ordered and exports no colours. */
const ORDERED_ODDS = 5;

/**
 * The changes to EXEC. `between` is weighted more heavily because it is the only change where the last export discards
 * fragments that the first one keeps.
 */
const CHANGES: readonly LaneChange[] = [...LANE_CHANGES, 'between'];

const MAX_PRIMITIVES = 24;
const MIN_PRIMITIVES = 4;

/** The buffer formats; 32-bit floats keep every exported bit. */
const FORMATS: readonly ColourFormat[] = ['rgba32f', 'rgba32f', 'rgba8', 'rg16f'];

/** Channel masks for one target in CB_TARGET_MASK and CB_SHADER_MASK: all, some, or none. */
const MASKS = [0xf, 0xf, 0xf, 0x7, 0xe, 0x5, 0x9, 0x1, 0] as const;
const CHANNELS_PER_TARGET = 4;

/** The properties of a colour shader that its draws depend on. */
interface ColourShader {
  readonly targets: 1 | 2;
  readonly change: LaneChange;
}

/** Draws colours without an interlock. APIs guarantee primitive order even without one. */
export const plainColours: Sequence<typeof NAME> = {
  name: NAME,
  text: 'unordered draws that blend into one or two targets with independent masks and blend modes',
  chips: CHIP_NAMES,
  claims: [claim('exports contend for a buffer', 20, 'export-arbitration/conflict/same buffer')],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIP_NAMES);
  const target: FoldTarget = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const shaders = Array.from({ length: SHADERS }, () => pickShader(stream));
  const count = MIN_DRAWS + stream.below(DRAW_COUNT_RANGE);
  const draws = createFoldDraws(
    target,
    Array.from({ length: count }, () => pickDraw(stream, target, shaders)),
  );
  const scenario = createFoldScenario(request, {
    name: NAME,
    freedoms,
    programs: [
      createFoldProgram(NAME, chip, wave),
      ...shaders.map(({ targets, change }, i) =>
        createFoldProgram(
          `colour ${i + 1}`,
          chip,
          wave,
          emitColourShader(chip.gfx, wave, targets, change),
          false,
        ),
      ),
    ],
    draws: draws.map((draw) => (draw.interlock === 'none' ? withColourState(stream, draw) : draw)),
    target,
  });
  return { ...scenario, colourBuffers: [pick(stream, FORMATS), pick(stream, FORMATS)] };
}

/** Picks a shader. Two targets are picked more often than one, and always for `between`. */
function pickShader(stream: RandomStream): ColourShader {
  const change = pick(stream, CHANGES);
  return { targets: change === 'between' || stream.below(3) > 0 ? 2 : 1, change };
}

function pickDraw(stream: RandomStream, area: FoldTarget, shaders: readonly ColourShader[]): FoldDraw {
  const { width, height } = area;
  const samples = pick(stream, ALL_SAMPLES);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  const kind = pick(stream, ['triangles', 'rectangles'] as const);
  const shader = stream.below(shaders.length);
  const { targets, change } = shaders[shader]!;
  const isOrdered = stream.below(ORDERED_ODDS) === 0;
  return {
    kind,
    samples,
    perSample: false,
    ...pickPrimitives(stream, kind, { width, height }, maxPrimitives),
    ...(isOrdered
      ? { program: 0, order: 'ordered', fields: {} }
      : {
          program: 1 + shader,
          order: 'none',
          fields: {
            'SPI_SHADER_COL_FORMAT.COL0_EXPORT_FORMAT': EXPORT_FORMAT.ABGR32,
            'SPI_SHADER_COL_FORMAT.COL1_EXPORT_FORMAT':
              targets === 1 ? EXPORT_FORMAT.ZERO : EXPORT_FORMAT.ABGR32,
            'DB_SHADER_CONTROL.KILL_ENABLE': discardsFragments(change) ? 1 : 0,
          },
        }),
  };
}

/** Adds independent masks and blend modes for each target. */
function withColourState(stream: RandomStream, draw: Draw): Draw {
  const pickMasks = (): number => pick(stream, MASKS) | (pick(stream, MASKS) << CHANNELS_PER_TARGET);
  return {
    ...draw,
    registers: {
      ...draw.registers,
      CB_SHADER_MASK: pickMasks(),
      CB_TARGET_MASK: pickMasks(),
      CB_BLEND0_CONTROL: pickBlend(stream),
      CB_BLEND1_CONTROL: pickBlend(stream),
    },
  };
}
