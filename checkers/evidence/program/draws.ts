import type { DecodedProgram, Gfx } from '../../../arch/index.js';
import { chipOf, getFieldOrZero, limitToAllocation, memoisePerProgram } from '../../../arch/index.js';
import type { Draw, Program, Scenario } from '../../../transactions/index.js';

/** Facts about a draw that depend only on the scenario, including facts about its program. */
export type DrawFacts = Readonly<ReturnType<typeof computeDrawFacts>[number]>;

/** Number of vertex coordinates per primitive. */
const COORDINATES_PER_PRIMITIVE = 6;

/** Returns the facts about each of a scenario's draws, in order. */
export function computeDrawFacts(scenario: Scenario, decode: (program: Program) => DecodedProgram) {
  let firstPrimitive = 0;
  return scenario.draws.map((draw, index) => {
    const program = scenario.programs[draw.program];
    if (program === undefined)
      throw new Error(`draw ${index} uses program ${draw.program}, which does not exist`);
    const decoded = limitToAllocation(decode(program), draw.registers);
    const primitiveCount = draw.vertices.length / COORDINATES_PER_PRIMITIVE;
    const facts = {
      index,
      draw,
      program,
      decoded,
      /** Index of the draw's first primitive, in API order across all draws. */
      firstPrimitive,
      /** Number of primitives in the draw. */
      primitiveCount,
      /**
       * Whether the shader has an interlock. Without one, primitive ordering is off, and the draw's waves have no
       * guarantees.
       */
      interlocked: draw.interlock !== 'none',
      /** Whether the interlock requires primitive order, rather than just mutual exclusion. */
      ordered: draw.interlock.endsWith('-ordered') && draw.order !== 'relaxed',
      /** Whether the interlock works per sample. */
      perSample: draw.interlock.startsWith('sample'),
      /** Number of packers on the chip. */
      packerCount: chipOf(scenario.chip).packers,
      ...getProgramFacts(decoded),
    };
    firstPrimitive += primitiveCount;
    return facts;
  });
}

const getProgramFacts = memoisePerProgram(({ instructions }) => ({
  usesLocalMemory: instructions.some(({ memory }) => memory?.space === 'lds'),
  /** Whether the program accesses GDS, where accesses by different waves are unordered. */
  usesGlobalShare: instructions.some(({ memory }) => memory?.space === 'gds'),
}));

/** Whether a draw requires its primitives to be rasterised in order: both the API and its registers do. */
export function keepsPrimitiveOrder(gfx: Gfx, { order, registers }: Draw): boolean {
  const field = 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE';
  return order !== 'relaxed' && getFieldOrZero(gfx, registers, field) === 0;
}
