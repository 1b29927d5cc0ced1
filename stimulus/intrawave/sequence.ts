import type { Draw, Interlock, KnobValues, Program, ProgramFeature } from '../../transactions/index.js';
import type { Dialect } from '../dialect/index.js';
import { createSceneDraws, pixelBuffer, rawBufferDescriptor } from '../kit/draws.js';
import {
  createOneBufferProgram,
  createOneBufferRegisters,
  ONE_BUFFER_SHADER,
  USER_SGPRS,
} from '../kit/programs.js';
import type { SequenceText, TestArea } from '../kit/test.js';
import { BY_FEATURE, chipsWith, listFaults, sequence } from '../kit/test.js';
import type { Area, Triangle } from '../scenes/geometry.js';
import { pickScene, type Scene } from '../scenes/scene.js';
import type { Sequence } from '../sequence.js';
import { emitIntrawaveProgram, type FoldUnit, type LayerMask, PIXEL_SHIFTS } from './program-text.js';

/** The ordered buffer, at an arbitrary mapped address. */
const BUFFER = { name: 'folds', address: 2 ** 32 };

/** Upper bound on fragments times samples in a scene. Kept small because shared edges produce many layers (S-073). */
const MAX_FRAGMENTS = 6000;

/** The sample counts of a test's draws. Sample interlocks only matter with more than one sample. */
const SAMPLE_COUNTS = { pixels: [1, 4, 8], samples: [2, 4, 8] } as const satisfies Record<
  FoldUnit,
  readonly Draw['samples'][]
>;

const INTERLOCKS = { pixels: 'pixel-ordered', samples: 'sample-ordered' } as const satisfies Record<
  FoldUnit,
  Interlock
>;

/** How many times a test may halve its scene. */
const HALVINGS = [0, 2, 3] as const;

/** The definition of an intrawave sequence. */
export interface IntrawaveSequence<Name extends string = string> extends SequenceText<Name> {
  /** The program's features; by default, `intrawave-layers`. */
  readonly features?: readonly ProgramFeature[];
  /** How the program separates its layers; `masked-quads` by default. */
  readonly mask?: LayerMask;
  /** Whether the interlock orders pixels (the default) or samples. */
  readonly foldUnit?: FoldUnit;
  /** A single-sample scene to use instead of random ones, and knobs that override the random ones. */
  readonly directed?: { readonly scene: Scene; readonly knobs: Partial<KnobValues> };
}

/**
 * Creates a sequence of random scenes, or one directed scene, whose program learns from the hardware which quads of a
 * wave overlap earlier ones, and runs one layer at a time (S-058, S-059).
 */
export function createIntrawaveSequence<Name extends string>(spec: IntrawaveSequence<Name>): Sequence<Name> {
  const { features = ['intrawave-layers'], mask = 'masked-quads', foldUnit = 'pixels', directed } = spec;
  const chips = chipsWith(({ hasIntrawaveCollisions }) => hasIntrawaveCollisions);
  return sequence({
    ...spec,
    chips,
    faults: listFaults(features, BY_FEATURE, chips),
    ...(directed === undefined ? {} : { knobs: directed.knobs }),
    generate: (test) => {
      const samples = directed === undefined ? test.pick<Draw['samples']>(SAMPLE_COUNTS[foldUnit]) : 1;
      const limits = { fragments: MAX_FRAGMENTS / samples };
      const scene = directed?.scene ?? shrinkScene(pickScene(test.stream, limits), test.pick(HALVINGS));
      const bytesPerPixel = 1 << PIXEL_SHIFTS[foldUnit];
      const layout = { height: scene.height, bytesPerPixel, bytesPerRow: scene.width * bytesPerPixel };
      const registers = createIntrawaveRegisters(test, samples, scene, foldUnit);
      const baseRegisters = scene.draws.map(() => registers);
      // Random options could split waves that a directed scene needs whole.
      const options = directed === undefined ? test.pickOptions(baseRegisters) : baseRegisters;
      const interlock = INTERLOCKS[foldUnit];
      return test.build({
        programs: [test.withProgramFaults(createIntrawaveProgram(test.dialect, test.name, mask, foldUnit))],
        draws: test.withRegisterFaults(createSceneDraws(scene, options, { samples, interlock })),
        ...pixelBuffer(BUFFER, layout),
      });
    },
  });
}

/** Creates the program with its arguments. */
export function createIntrawaveProgram(
  dialect: Dialect,
  name: string,
  mask: LayerMask = 'masked-quads',
  foldUnit: FoldUnit = 'pixels',
): Program {
  const program = createOneBufferProgram(dialect.gfx, name, emitIntrawaveProgram(dialect, mask, foldUnit));
  const argument = {
    name: 'pops_intrawave_collision',
    file: 's',
    register: USER_SGPRS + 2,
    size: 1,
  } as const;
  return { ...program, arguments: [...program.arguments, argument] };
}

/** Returns the registers for drawing the given area with the program. */
export function createIntrawaveRegisters(
  target: Pick<TestArea, 'chip' | 'wave'>,
  samples: Draw['samples'],
  { width, height }: Area,
  foldUnit: FoldUnit = 'pixels',
): Record<string, number> {
  const bytes = (width * height) << PIXEL_SHIFTS[foldUnit];
  return createOneBufferRegisters(target, {
    samples,
    perSample: foldUnit === 'samples',
    shader: { ...ONE_BUFFER_SHADER, sgprs: 24, collision: { waves: true, layers: true } },
    userData: [...rawBufferDescriptor(target.chip.gfx, BUFFER.address, bytes), width],
  });
}

/** Divides all coordinates of the scene by 2^`shift`, so several primitives overlap within one wave. */
function shrinkScene(scene: Scene, shift: number): Scene {
  const shrinkTriangle = (triangle: Triangle): Triangle =>
    triangle.map((value) => value >> shift) as unknown as Triangle;
  return { ...scene, draws: scene.draws.map((triangles) => triangles.map(shrinkTriangle)) };
}
