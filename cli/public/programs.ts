import type { Arbitrary } from 'fast-check';
import { type ChipName, type ColourFormat, chipOf, type Gfx, type WaveSize } from '../../arch/index.js';
import {
  type GeneratedDraw,
  programs as generated,
  type ProgramCode,
  type ProgramFeatures,
  type ProgramTarget,
} from '../../stimulus/index.js';
import {
  defaultKnobs,
  type KnobValues,
  type ProgramDescriptor,
  type Scenario,
} from '../../transactions/index.js';
import { checkArea, checkDevice, checkDraws } from './check-drawing.js';

/** A scene for generated programs (suites.md). `width` and `height` are the size of the render area, in pixels. */
export interface ProgramScene {
  readonly width: number;
  readonly height: number;
  /** The specifications of the programs. Draws refer to them by index. */
  readonly descriptors: readonly ProgramDescriptor[];
  /** The draws in drawing order. */
  readonly draws: readonly GeneratedDraw[];
  /** The interlock mode used by every draw; `pixel-ordered` by default. */
  readonly interlock?: 'pixel-ordered' | 'pixel-unordered';
  /** The colour buffer formats by target. If there are none, colours are exported and discarded. */
  readonly colourBuffers?: readonly ColourFormat[];
  /** The chip on which the programs run. */
  readonly chip: ChipName;
  /** The scenario's name; `programs` by default. */
  readonly name?: string;
  /** The wave size; by default, 32 lanes if the chip supports that, otherwise 64. */
  readonly wave?: WaveSize;
  /** The knobs that differ from their defaults. */
  readonly knobs?: Partial<KnobValues>;
  /** The timing seed; `0x1` by default. */
  readonly seed?: string;
}

/** Converts a scene to a scenario. See `Programs.toScenario` for errors. */
function toScenario(scene: ProgramScene): Scenario {
  const { chip, wave, knobs = {}, seed = '0x1', name = 'programs', ...drawn } = scene;
  checkDevice(chip, wave);
  checkArea(scene);
  checkDraws(scene.draws);
  const { packers, waveSizes } = chipOf(chip);
  const defaults = defaultKnobs();
  return generated.toScenario({
    ...drawn,
    name,
    chip: chipOf(chip),
    wave: wave ?? waveSizes[0],
    freedoms: { ...defaults, packers: Math.min(defaults.packers, packers), ...knobs },
    schedule: seed,
  });
}

/** The interface of `programs`, which makes complete pixel shaders from plain data (suites.md). */
export interface Programs {
  /**
   * Arbitrary for descriptors of a generation, using `allFeatures` by default. Shrinks towards a section with a single
   * access. Never throws.
   */
  arbitrary(gfx: Gfx, features?: ProgramFeatures): Arbitrary<ProgramDescriptor>;
  /** All program features of a generation. Never throws. */
  allFeatures(gfx: Gfx): ProgramFeatures;
  /** Why a descriptor is not valid for a generation, or undefined if it is valid. Never throws. */
  illegalReason(descriptor: ProgramDescriptor, gfx: Gfx): string | undefined;
  /** The program's assembly in LLVM's syntax. Throws `Error` for an invalid descriptor (`illegalReason`). */
  text(descriptor: ProgramDescriptor, target: ProgramTarget): string;
  /** The program's machine words. Throws `Error` for an invalid descriptor (`illegalReason`). */
  assemble(descriptor: ProgramDescriptor, target: ProgramTarget): ProgramCode;
  /**
   * The scenario that runs programs on a scene. Throws `UsageError` if the scene cannot be drawn, and `Error` under
   * the same conditions as `assemble`.
   */
  toScenario(scene: ProgramScene): Scenario;
}

/** Makes complete pixel shaders from plain data (suites.md). */
export const programs: Programs = {
  arbitrary: generated.arbitrary,
  allFeatures: generated.allFeatures,
  illegalReason: generated.illegalReason,
  text: generated.text,
  assemble: generated.assemble,
  toScenario,
};
