import type { DecodedProgram, Gfx } from '../../../arch/index.js';
import { chipOf, getFieldOrZero, limitToAllocation, memoisePerProgram } from '../../../arch/index.js';
import type { Draw, Program, Scenario } from '../../../transactions/index.js';

interface ProgramFacts {
  /** Number of memory instructions before each instruction and, as the last entry, in the whole program. */
  readonly memoryBefore: Int32Array;
  /** Number of exports before each instruction and, as the last entry, in the whole program. */
  readonly exportsBefore: Int32Array;
  /** Number of messages before each instruction and, as the last entry, in the whole program. */
  readonly messagesBefore: Int32Array;
  readonly usesLocalMemory: boolean;
  /** Whether the program accesses GDS, where accesses by different waves are unordered. */
  readonly usesGlobalShare: boolean;
}

/** Facts about a draw that depend only on the scenario, including facts about its program. */
export interface DrawFacts extends ProgramFacts {
  readonly index: number;
  readonly draw: Draw;
  readonly program: Program;
  readonly decoded: DecodedProgram;
  /** Index of the draw's first primitive, in API order across all draws. */
  readonly firstPrimitive: number;
  /** Number of primitives in the draw. */
  readonly primitiveCount: number;
  /**
   * Whether the shader has an interlock. Without one, primitive ordering is off, and the draw's waves have no
   * guarantees.
   */
  readonly interlocked: boolean;
  /** Whether the interlock requires primitive order, rather than just mutual exclusion. */
  readonly ordered: boolean;
  /** Whether the interlock works per sample. */
  readonly perSample: boolean;
  /** Number of packers on the chip. */
  readonly packerCount: number;
}

/** Number of vertex coordinates per primitive. */
const COORDINATES_PER_PRIMITIVE = 6;

/** Returns the facts about each of a scenario's draws, in order. */
export function computeDrawFacts(
  scenario: Scenario,
  decode: (program: Program) => DecodedProgram,
): readonly DrawFacts[] {
  let firstPrimitive = 0;
  return scenario.draws.map((draw, index) => {
    const program = scenario.programs[draw.program];
    if (program === undefined)
      throw new Error(`draw ${index} uses program ${draw.program}, which does not exist`);
    const decoded = limitToAllocation(decode(program), draw.registers);
    const primitiveCount = draw.vertices.length / COORDINATES_PER_PRIMITIVE;
    const facts: DrawFacts = {
      index,
      draw,
      program,
      decoded,
      firstPrimitive,
      primitiveCount,
      interlocked: draw.interlock !== 'none',
      ordered: draw.interlock.endsWith('-ordered') && draw.order !== 'relaxed',
      perSample: draw.interlock.startsWith('sample'),
      packerCount: chipOf(scenario.chip).packers,
      ...getProgramFacts(decoded),
    };
    firstPrimitive += primitiveCount;
    return facts;
  });
}

const getProgramFacts = memoisePerProgram(
  (decoded): ProgramFacts => ({
    memoryBefore: countBefore(decoded, 'memory'),
    exportsBefore: countBefore(decoded, 'export'),
    messagesBefore: countBefore(decoded, 'message'),
    usesLocalMemory: decoded.instructions.some(({ memory }) => memory?.space === 'lds'),
    usesGlobalShare: decoded.instructions.some(({ memory }) => memory?.space === 'gds'),
  }),
);

function countBefore({ instructions }: DecodedProgram, counted: 'memory' | 'export' | 'message'): Int32Array {
  const counts = new Int32Array(instructions.length + 1);
  instructions.forEach(({ kind }, index) => {
    counts[index + 1] = counts[index] + Number(kind === counted);
  });
  return counts;
}

/** Whether a draw requires its primitives to be rasterised in order: both the API and its registers do. */
export function keepsPrimitiveOrder(gfx: Gfx, { order, registers }: Draw): boolean {
  const field = 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE';
  return order !== 'relaxed' && getFieldOrZero(gfx, registers, field) === 0;
}
