import { factsOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { foldScenario, pickFilledDraw } from '../coverage-fold/scenario.js';
import { withScratchMemory } from '../driver/scratch.js';
import type { Test } from '../kit/test.js';
import { pickDrawnWork } from './compute-frame.js';
import type { Body } from './frame.js';
import { createPixelProgram, getPixelFields, MAX_SCENE_SIZE, SCRATCH_RING } from './pixel-frame.js';

const SIZES = [4, MAX_SCENE_SIZE] as const;
const MAX_DRAWS = 2;
const MAX_WORKS = 2;
const MAX_PRIMITIVES = 4;

/**
 * Creates a scenario in which one or two pixel programs and one or two dispatches each run a body of their own. Only one
 * dispatch uses GDS, since two partitions could overlap.
 */
export function createDrawnScenario(test: Test, emitBody: Body): Scenario {
  const area = test.area(SIZES);
  const { hardwareScratchBase, hasGlobalShare } = factsOf(test.gfx);
  const programs = test.times(1, MAX_DRAWS, (i) =>
    createPixelProgram(test, area, `drawn ${i + 1}`, emitBody),
  );
  const draws = programs.map((_, program) => ({
    ...pickFilledDraw(test, area, MAX_PRIMITIVES),
    ...{ program, fields: getPixelFields(test) },
  }));
  const works = test.times(1, MAX_WORKS, (i) => pickDrawnWork(test, i, hasGlobalShare && i === 0, emitBody));
  const scenario = foldScenario(test, area, { programs, draws });
  const background = {
    works: works.map(({ work }) => work),
    outputs: works.flatMap(({ outputs }) => outputs),
  };
  const memory = [...scenario.memory, ...works.flatMap((work) => work.memory)];
  const withWorks = { ...scenario, memory, background };
  return hardwareScratchBase ? withScratchMemory(withWorks, SCRATCH_RING) : withWorks;
}
