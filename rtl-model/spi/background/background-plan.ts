import { decodeCached, roundUpRegisters, showHazards } from '../../../arch/index.js';
import type { BackgroundWork, Scenario } from '../../../transactions/index.js';
import type { DeviceContext } from '../../context.js';
import { listSteps, type WavePlan } from '../wave-plan.js';

/** Launch parameters for the waves of a background work item. */
export interface BackgroundPlan extends WavePlan {
  readonly work: BackgroundWork;
}

/** Number of VGPRs for a thread's position in its group: one each for x, y and z, or one for all three (P-051). */
const THREAD_REGISTERS = { separate: 3, packed: 1 } as const;

/** Number of VGPRs for the vertex and instance indices. */
const VERTEX_REGISTERS = 2;

/**
 * Plans the work items of a scenario. Plan indices start at `first`, and code numbers follow on from those of the
 * draws' programs.
 */
export function planBackground(context: DeviceContext, scenario: Scenario, first: number): BackgroundPlan[] {
  const items = scenario.background?.works ?? [];
  return items.map((work, index) => planWork(context, work, first + index, scenario.programs.length + index));
}

function planWork(context: DeviceContext, work: BackgroundWork, index: number, code: number): BackgroundPlan {
  const { facts, set, chip, lanes } = context;
  const program = showHazards(decodeCached(work.words, set, lanes));
  const isGeometry = work.kind === 'geometry';
  const threads = facts.packsThreadIds ? THREAD_REGISTERS.packed : THREAD_REGISTERS.separate;
  return {
    index,
    work,
    program,
    code,
    steps: listSteps(program),
    sgprCount: work.userData.length + (isGeometry ? 0 : 1),
    vgprCount: isGeometry ? VERTEX_REGISTERS : threads,
    scratchWaves: work.scratchWaves,
    registers: roundUpRegisters(chip, lanes, work.vectors, work.scalars),
    attributes: 0,
    imagesReturnSeparately: false,
    reservesExportSpace: isGeometry,
    skipsExports: false,
  };
}
