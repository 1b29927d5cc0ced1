import type { Arbitrary } from 'fast-check';
import { type ChipName, type ColourFormat, chipOf, type Gfx, type WaveSize } from '../arch/index.js';
import {
  type GeneratedDraw,
  programs as generated,
  type ProgramCode,
  type ProgramFeatures,
  type ProgramTarget,
} from '../stimulus/index.js';
import {
  defaultFreedoms,
  type Freedoms,
  type ProgramDescriptor,
  type Scenario,
} from '../transactions/index.js';
import { checkArea, checkDevice, checkDraws } from './check-drawing.js';

/** On what generated programs run (suites.md). `width` and `height` of the render area are in pixels. */
export interface ProgramScene {
  readonly width: number;
  readonly height: number;
  /** What the programs are made of; draws name them by index. */
  readonly descriptors: readonly ProgramDescriptor[];
  /** In the order in which they are drawn. */
  readonly draws: readonly GeneratedDraw[];
  /** Interlock of all draws. Default: pixels in order. */
  readonly interlock?: 'pixel-ordered' | 'pixel-unordered';
  /** Formats of the colour buffers by target; without any, colours are exported and forgotten. */
  readonly colourBuffers?: readonly ColourFormat[];
  /** Chip that they run on. */
  readonly chip: ChipName;
  /** Default: `programs`. */
  readonly name?: string;
  /** Default: 32 lanes if the chip has such waves, else 64. */
  readonly wave?: WaveSize;
  /** Knobs that are not at their defaults. */
  readonly knobs?: Partial<Freedoms>;
  /** Seed of the timing. */
  readonly seed?: string;
}

/** The scenario of a scene; throws `UsageError` for what nothing can draw, and for a descriptor that `illegalReason` names. */
function toScenario(scene: ProgramScene): Scenario {
  const { chip, wave, knobs = {}, seed = '0x1', name = 'programs', ...drawn } = scene;
  checkDevice(chip, wave);
  checkArea(scene);
  checkDraws(scene.draws);
  const { packers, waveSizes } = chipOf(chip);
  const defaults = defaultFreedoms();
  return generated.toScenario({
    ...drawn,
    name,
    chip: chipOf(chip),
    wave: wave ?? waveSizes[0],
    freedoms: { ...defaults, packers: Math.min(defaults.packers, packers), ...knobs },
    schedule: seed,
  });
}

/** Whole pixel shaders from plain data: what `programs` can do (suites.md). */
export interface Programs {
  /** Draws descriptors for a generation, by default with `allFeatures`; they shrink to a section of one access. Throws nothing. */
  arbitrary(gfx: Gfx, features?: ProgramFeatures): Arbitrary<ProgramDescriptor>;
  /** Everything that programs of a generation may be made of. Throws nothing. */
  allFeatures(gfx: Gfx): ProgramFeatures;
  /** Why no program of the generation is made of a descriptor; undefined where one is. Throws nothing. */
  illegalReason(descriptor: ProgramDescriptor, gfx: Gfx): string | undefined;
  /** Its assembly in LLVM's syntax. Throws `Error` for a descriptor that `illegalReason` names. */
  text(descriptor: ProgramDescriptor, target: ProgramTarget): string;
  /** Its machine words. Throws `Error` for a descriptor that `illegalReason` names. */
  assemble(descriptor: ProgramDescriptor, target: ProgramTarget): ProgramCode;
  /** The scenario that runs programs on a scene. Throws `UsageError` for what nothing can draw, `Error` as `assemble` does. */
  toScenario(scene: ProgramScene): Scenario;
}

/** Whole pixel shaders from plain data (suites.md). */
export const programs: Programs = {
  arbitrary: generated.arbitrary,
  allFeatures: generated.allFeatures,
  illegalReason: generated.illegalReason,
  text: generated.text,
  assemble: generated.assemble,
  toScenario,
};
