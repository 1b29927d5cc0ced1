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

/** A scene for generated programs (suites.md). `width` and `height` of the render area are in pixels. */
export interface ProgramScene {
  readonly width: number;
  readonly height: number;
  /** Specifies the programs; draws refer to them by index. */
  readonly descriptors: readonly ProgramDescriptor[];
  /** In drawing order. */
  readonly draws: readonly GeneratedDraw[];
  /** Interlock of all draws. Default: pixels in order. */
  readonly interlock?: 'pixel-ordered' | 'pixel-unordered';
  /** Colour buffer formats by target; without any, colours are exported and discarded. */
  readonly colourBuffers?: readonly ColourFormat[];
  /** Chip to run on. */
  readonly chip: ChipName;
  /** Default: `programs`. */
  readonly name?: string;
  /** Default: 32 lanes if the chip has such waves, otherwise 64. */
  readonly wave?: WaveSize;
  /** Non-default knobs. */
  readonly knobs?: Partial<Freedoms>;
  /** Seed of the timing. */
  readonly seed?: string;
}

/** A scene's scenario; throws `UsageError` for scenes that cannot be drawn, and for illegal descriptors (`illegalReason`). */
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

/** Interface of `programs`: whole pixel shaders from plain data (suites.md). */
export interface Programs {
  /**
   * Generates descriptors for a generation, by default with `allFeatures`; they shrink to a section of one access.
   * Throws nothing.
   */
  arbitrary(gfx: Gfx, features?: ProgramFeatures): Arbitrary<ProgramDescriptor>;
  /** All program features of a generation. Throws nothing. */
  allFeatures(gfx: Gfx): ProgramFeatures;
  /** Why a descriptor is illegal on the generation; undefined if it is legal. Throws nothing. */
  illegalReason(descriptor: ProgramDescriptor, gfx: Gfx): string | undefined;
  /** Its assembly in LLVM's syntax. Throws `Error` for an illegal descriptor (`illegalReason`). */
  text(descriptor: ProgramDescriptor, target: ProgramTarget): string;
  /** Its machine words. Throws `Error` for an illegal descriptor (`illegalReason`). */
  assemble(descriptor: ProgramDescriptor, target: ProgramTarget): ProgramCode;
  /** The scenario that runs programs on a scene. Throws `UsageError` if it cannot be drawn, `Error` as `assemble` does. */
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
