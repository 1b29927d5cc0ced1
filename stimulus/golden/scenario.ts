import { chipOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { createNumberedDraws, NEW_SCENARIO, pixelBuffer, rawBufferDescriptor } from '../kit/draws.js';
import { createOneBufferRegisters, ONE_BUFFER_SHADER } from '../kit/programs.js';
import { splitVertices } from '../scenes/geometry.js';
import { createGoldenProgram } from './program.js';
import { GOLDEN_MODE, type GoldenScene, getWordsPerPixel } from './scene.js';

/** The storage buffer's name in the scenario. */
export const GOLDEN_BUFFER = 'fragments';

const BUFFER_ADDRESS = 2 ** 32;

/** The machine that runs a golden scene, and the schedule that fixes the hardware's choices. */
export type GoldenRun = Pick<Scenario, 'chip' | 'wave' | 'freedoms' | 'schedule'>;

/** Creates the scenario that draws a golden scene with this project's own program for its mode. */
export function createGoldenScenario(
  scene: GoldenScene,
  { chip, wave, freedoms, schedule }: GoldenRun,
): Scenario {
  const { gfx } = chipOf(chip);
  const { width, height, samples, mode } = scene;
  const perSample = mode === GOLDEN_MODE.SAMPLE_FOLD;
  const bytesPerPixel = getWordsPerPixel(mode) * 4;
  const layout = { height, bytesPerPixel, bytesPerRow: width * bytesPerPixel };
  const descriptor = rawBufferDescriptor(gfx, BUFFER_ADDRESS, height * layout.bytesPerRow);
  const registers = createOneBufferRegisters(
    { chip: chipOf(chip), wave },
    {
      samples,
      perSample,
      shader: { ...ONE_BUFFER_SHADER, kills: mode === GOLDEN_MODE.DISCARD_LIST },
      userData: [...descriptor, width],
    },
  );
  const draws = scene.draws.map((vertices) => ({
    interlock: perSample ? ('sample-ordered' as const) : ('pixel-ordered' as const),
    samples,
    registers,
    primitives: splitVertices(vertices),
  }));
  return {
    ...NEW_SCENARIO,
    name: 'golden',
    chip,
    wave,
    freedoms,
    programs: [createGoldenProgram(gfx, wave, mode)],
    draws: createNumberedDraws(scene, draws, 0),
    ...pixelBuffer({ name: GOLDEN_BUFFER, address: BUFFER_ADDRESS }, layout),
    schedule,
  };
}
