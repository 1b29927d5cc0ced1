import type { Chip, ChipName, WaveSize } from '../../arch/index.js';
import { chipOf, PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, Freedoms, Scenario, Schedule } from '../../transactions/index.js';
import { MODEL_VERSION, SCENARIO_FORMAT } from '../../transactions/index.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { createGoldenProgram } from './program.js';
import { createGoldenRegisters } from './registers.js';
import { GOLDEN_MODE, type GoldenScene, getWordsPerPixel } from './scene.js';

/** The storage buffer's name in the scenario. */
export const GOLDEN_BUFFER = 'fragments';

/** An arbitrary mapped address. */
const BUFFER_ADDRESS = 2 ** 32;

const VALUES_PER_PRIMITIVE = 6;

/** The machine that runs a golden scene, and the schedule that fixes the hardware's choices. */
export interface GoldenRun {
  readonly chip: ChipName;
  readonly wave: WaveSize;
  readonly freedoms: Freedoms;
  readonly schedule: Schedule;
}

/** Creates the scenario that draws a golden scene with this project's own program for its mode. */
export function createGoldenScenario(
  scene: GoldenScene,
  { chip, wave, freedoms, schedule }: GoldenRun,
): Scenario {
  const { gfx } = chipOf(chip);
  const bytesPerPixel = getWordsPerPixel(scene.mode) * 4;
  const bytesPerRow = scene.width * bytesPerPixel;
  const bytes = scene.height * bytesPerRow;
  return {
    format: SCENARIO_FORMAT,
    model: MODEL_VERSION,
    name: 'golden',
    chip,
    wave,
    freedoms,
    programs: [createGoldenProgram(gfx, wave, scene.mode)],
    draws: createDraws(scene, chipOf(chip), wave, bytes),
    memory: [
      { name: GOLDEN_BUFFER, address: BUFFER_ADDRESS, bytes, initial: [], compare: { kind: 'bytes' } },
    ],
    ordered: [{ object: GOLDEN_BUFFER, layout: { kind: 'pixel-rows', bytesPerPixel, bytesPerRow } }],
    schedule,
    faults: [],
    expects: [],
  };
}

function createDraws(scene: GoldenScene, chip: Chip, wave: WaveSize, bytes: number): Draw[] {
  const { width, height, samples, mode } = scene;
  const descriptor = rawBufferDescriptor(chip.gfx, BUFFER_ADDRESS, bytes);
  const registers = createGoldenRegisters(chip, wave, scene, [...descriptor, width]);
  let first = 0;
  return scene.draws.map((vertices) => {
    const count = vertices.length / VALUES_PER_PRIMITIVE;
    const numbers = Array.from({ length: count }, (_, i) => first + i);
    first += count;
    return {
      program: 0,
      interlock: mode === GOLDEN_MODE.SAMPLE_FOLD ? 'sample-ordered' : 'pixel-ordered',
      width,
      height,
      samples,
      registers,
      vertices: Array.from(vertices),
      depths: numbers.map(() => 0),
      attributes: 1,
      parameters: numbers.flatMap((number) => createFlatAttribute(number)),
    };
  });
}

/** Returns the parameter memory for one flat attribute, with its value in the first component of P0. */
function createFlatAttribute(value: number): number[] {
  const words = new Array<number>(PARAMETER_DWORDS).fill(0);
  words[0] = value;
  return words;
}
