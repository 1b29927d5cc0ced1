import { type ChipName, chipOf } from '../arch/index.js';
import { type GeneratedScene, programs as generated } from '../stimulus/index.js';
import { defaultFreedoms, type Freedoms, type Scenario } from '../transactions/index.js';
import { checkArea, checkDevice, checkDraws } from './check-drawing.js';

/** What the caller gives of a scene. */
type Drawn = 'width' | 'height' | 'descriptors' | 'draws' | 'interlock' | 'colourBuffers';

/** On what generated programs run (suites.md): `GeneratedScene` says what the rest of its members are. */
export interface ProgramScene extends Pick<GeneratedScene, Drawn> {
  /** Chip that they run on. */
  readonly chip: ChipName;
  /** `programs` unless told. */
  readonly name?: string;
  /** Of 32 lanes where the chip has such waves, unless told. */
  readonly wave?: GeneratedScene['wave'];
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

/**
 * Whole pixel shaders from plain data (suites.md). `arbitrary` draws descriptors with the features of `allFeatures`; `drafts` draws
 * them before values that exclude one another give way, and `illegalReason` says why one makes no program. `text` and `assemble`
 * write it, `simpler` shrinks it, `toScenario` runs programs on a scene, `withDescriptor` exchanges one of a scenario, and
 * `plainScene` replaces all of them by a plain one.
 */
export const programs = { ...generated, toScenario } as const;
