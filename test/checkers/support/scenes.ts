import { type ChipName, chipOf } from '../../../arch/index.js';
import type { Draw, KnobValues, Scenario } from '../../../transactions/index.js';
import { defaultKnobs, MODEL_VERSION, SCENARIO_FORMAT } from '../../../transactions/index.js';
import { getSectionProgram } from './programs.js';

/** The address of the ordered buffer in every scene. */
export const BUFFER = 0x100000;

/** The address of a buffer not covered by an interlock. */
export const OTHER = 0x200000;

/** The width and height of a scene's draws, in pixels. */
export const WIDTH = 16;

/** A triangle that covers the whole screen. */
const FULLSCREEN = [0, 0, 32 * 256, 0, 0, 32 * 256];

/** Overrides for the default scene. */
export interface SceneChanges {
  readonly chip?: ChipName;
  readonly primitives?: number;
  readonly freedoms?: Partial<KnobValues>;
  readonly draw?: Partial<Draw>;
  /** Additional draws, as changes to the first one. */
  readonly moreDraws?: readonly Partial<Draw>[];
}

/** Creates a scenario with full-screen layers and one ordered buffer with one word per pixel. */
export function scene(changes: SceneChanges = {}): Scenario {
  const chip = changes.chip ?? 'navi21';
  const draw: Draw = { ...createFullScreenDraw(changes.primitives ?? 4), ...changes.draw };
  return {
    format: SCENARIO_FORMAT,
    model: MODEL_VERSION,
    name: 'scene',
    chip,
    wave: chipOf(chip).waveSizes[0],
    // A `Stream` counts each exit one cycle after its message.
    freedoms: { ...defaultKnobs(), messageLatency: [1, 24], ...changes.freedoms },
    programs: [getSectionProgram(chip)],
    draws: [draw, ...(changes.moreDraws ?? []).map((drawChanges) => ({ ...draw, ...drawChanges }))],
    memory: [
      { name: 'buffer', address: BUFFER, bytes: WIDTH * WIDTH * 4, initial: [], compare: { kind: 'ignore' } },
      { name: 'other', address: OTHER, bytes: 4096, initial: [], compare: { kind: 'ignore' } },
    ],
    ordered: [{ object: 'buffer', layout: { kind: 'pixel-rows', bytesPerPixel: 4, bytesPerRow: WIDTH * 4 } }],
    schedule: { strategy: 'random', seed: '0x1' },
    faults: [],
    expects: [],
  };
}

function createFullScreenDraw(primitives: number): Draw {
  return {
    program: 0,
    interlock: 'pixel-ordered',
    width: WIDTH,
    height: WIDTH,
    samples: 1,
    registers: {},
    vertices: Array.from({ length: primitives }, () => FULLSCREEN).flat(),
    depths: Array.from({ length: primitives }, () => 0.5),
    attributes: 0,
    parameters: [],
  };
}
