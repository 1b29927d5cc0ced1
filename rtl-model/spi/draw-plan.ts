import type { DecodedProgram, WaveSize } from '../../arch/index.js';
import {
  decodeCached,
  findRegisterField,
  getFieldOrZero,
  getRegisterOrZero,
  getRegisterRequirement,
  limitToAllocation,
  PS_INPUTS,
  showHazards,
} from '../../arch/index.js';
import type { Draw, Scenario } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { type DepthPlan, planDepthTests } from '../db/depth/depth-plan.js';
import { CLEAN_GRANULARITY, type Ordering, planOrdering } from '../db/ordering.js';
import { getPrimitiveShape, type PrimitiveShape } from '../sc/outlines.js';
import { CLEAN_SCAN } from '../sc/outputs.js';
import { getPacking, type Packing } from '../sc/packing.js';
import { getSampling, type Sampling } from '../sc/sampling.js';
import { getExportHandling } from '../sx/export-handling.js';
import { planScratch, type ScratchPlan } from './scratch.js';
import { listSteps, type WavePlan } from './wave-plan.js';

/** An input that is loaded into VGPRs. */
export interface VectorInput {
  readonly name: (typeof PS_INPUTS)[number]['name'];
  /** The first register that it occupies. */
  readonly register: number;
  readonly registerCount: number;
}

/**
 * The launch parameters for the waves of a draw, computed once from the draw's registers. The enable bits
 * determine the layout of the arguments, so one wrong bit shifts every register that follows (pops.md 5.3).
 */
export interface DrawPlan extends WavePlan {
  readonly draw: Draw;
  readonly userData: Int32Array;
  /** The SGPR of the collision argument, or undefined if it is not loaded. */
  readonly collisionRegister: number | undefined;
  /** Whether the scan converter provides the contents of the collision argument (S-012). */
  readonly suppliesCollision: boolean;
  /** The SGPR of the intrawave argument, after the collision argument (pops.md 5.2). Undefined if it is not loaded. */
  readonly intrawaveRegister: number | undefined;
  readonly vectorInputs: readonly VectorInput[];
  /** The waves' scratch memory, or undefined if they have none. */
  readonly scratch: ScratchPlan | undefined;
  /** The initial MODE, from RSRC1.FLOAT_MODE. */
  readonly mode: number;
  readonly ordering: Ordering;
  readonly packing: Packing;
  readonly shape: PrimitiveShape;
  readonly sampling: Sampling;
  /** Whether the front-face input is 1 or 0 instead of 1.0 or -1.0. */
  readonly facesAreIntegers: boolean;
  /** The depth and stencil tests, or undefined if there are none. */
  readonly tests: DepthPlan | undefined;
  /** Index of the draw's first primitive within the scenario. */
  readonly firstPrimitive: number;
}

/** Decoded programs, by index in the scenario. Draws that use the same program share an entry. */
type ProgramCache = (DecodedProgram | undefined)[];

/** Plans all draws of a scenario. */
export function planDraws(context: DeviceContext, scenario: Scenario): DrawPlan[] {
  const programs: ProgramCache = [];
  let firstPrimitive = 0;
  return scenario.draws.map((draw, index) => {
    const { words, epilog } = scenario.programs[draw.program];
    programs[draw.program] ??= showHazards(decodeCached(words, context.set, context.lanes, epilog));
    const program = limitToAllocation(programs[draw.program]!, draw.registers);
    const plan = planDraw(context, draw, index, program, firstPrimitive);
    firstPrimitive += draw.vertices.length / 6;
    return plan;
  });
}

function planDraw(
  context: DeviceContext,
  draw: Draw,
  index: number,
  program: DecodedProgram,
  firstPrimitive: number,
): DrawPlan {
  const { gfx } = context;
  const field = (name: string): number => getFieldOrZero(gfx, draw.registers, name);
  const userCount = field('SPI_SHADER_PGM_RSRC2_PS.USER_SGPR');
  const loadsCollision =
    !context.facts.exitsByExport && field('SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID') === 1;
  const loadsIntrawave =
    !context.facts.exitsByExport && field('SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION') === 1;
  // The primitive mask comes between the user data and the wave count.
  let next = userCount + 1 + field('SPI_SHADER_PGM_RSRC2_PS.WAVE_CNT_EN');
  const collisionRegister = loadsCollision ? next++ : undefined;
  const intrawaveRegister = loadsIntrawave ? next++ : undefined;
  const inputs = listVectorInputs(getRegisterOrZero(draw.registers, 'SPI_PS_INPUT_ENA'));
  const scratch = planScratch(gfx, draw.registers, next);
  return {
    index,
    draw,
    program,
    code: draw.program,
    steps: listSteps(program),
    userData: Int32Array.from({ length: userCount }, (_, i) =>
      getRegisterOrZero(draw.registers, `SPI_SHADER_USER_DATA_PS_${i}`),
    ),
    collisionRegister,
    suppliesCollision:
      findRegisterField(gfx, draw.registers, 'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID') !== 0 ||
      context.freedoms.collisionSupply === setting('collisionSupply', 'always'),
    intrawaveRegister,
    sgprCount: scratch?.offsetRegister === undefined ? next : next + 1,
    scratch,
    scratchWaves: scratch?.waves ?? 0,
    vectorInputs: inputs,
    vgprCount: inputs.reduce((sum, { registerCount }) => sum + registerCount, 0),
    registers: getRegisterRequirement(context.chip, context.lanes, draw.registers),
    attributes: field('SPI_PS_IN_CONTROL.NUM_INTERP') + field('SPI_PS_IN_CONTROL.NUM_PRIM_INTERP'),
    imagesReturnSeparately:
      findRegisterField(gfx, draw.registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') === 0,
    mode: field('SPI_SHADER_PGM_RSRC1_PS.FLOAT_MODE'),
    ordering: planOrdering(context.chip, draw, context.outputs(CLEAN_GRANULARITY)),
    packing: getPacking(gfx, draw),
    ...getExportHandling(gfx, draw.registers),
    shape: getPrimitiveShape(gfx, draw),
    sampling: getSampling(gfx, draw, context.outputs(CLEAN_SCAN).forcesFineRate),
    facesAreIntegers: field('SPI_BARYC_CNTL.FRONT_FACE_ALL_BITS') === 1,
    tests: context.scenario.depthBuffer === undefined ? undefined : planDepthTests(gfx, draw),
    firstPrimitive,
  };
}

function listVectorInputs(enable: number): VectorInput[] {
  const inputs: VectorInput[] = [];
  let register = 0;
  PS_INPUTS.forEach((input, bit) => {
    if (((enable >>> bit) & 1) === 0) return;
    inputs.push({ name: input.name, register, registerCount: input.registers });
    register += input.registers;
  });
  return inputs;
}

/** Number of VGPRs used by a draw that enables all inputs. */
export const INPUT_REGISTER_COUNT = PS_INPUTS.reduce((sum, input) => sum + input.registers, 0);

/** Returns the number of quads in a full wave. */
export function quadsPerWave(lanes: WaveSize): number {
  return lanes / 4;
}
