import type { DecodedProgram } from '../../../arch/index.js';
import { chipOf, oncePerProgram, withinAllocation } from '../../../arch/index.js';
import type { Draw, Program, Scenario } from '../../../transactions/index.js';

/** Facts that depend on a program alone. */
interface ProgramFacts {
  /** Number of memory instructions before each instruction, and before the end. */
  readonly memoryBefore: Int32Array;
  /** Like `memoryBefore`, for exports. */
  readonly exportsBefore: Int32Array;
  /** Like `memoryBefore`, for messages. */
  readonly messagesBefore: Int32Array;
  /** Whether the program has indexed LDS accesses. */
  readonly usesLocalMemory: boolean;
  /** Whether the program accesses GDS, in which nothing orders waves. */
  readonly usesGlobalShare: boolean;
}

/** Facts about one draw that depend on the scenario alone, including those about its program. */
export interface DrawFacts extends ProgramFacts {
  readonly index: number;
  readonly draw: Draw;
  readonly program: Program;
  readonly decoded: DecodedProgram;
  /** Number of the draw's first primitive in API order across all draws. */
  readonly firstPrimitive: number;
  /** Number of the draw's primitives. */
  readonly primitiveCount: number;
  /**
   * Whether its shader has an interlock. Without one, primitive ordering is off for the draw, and nothing is
   * guaranteed for its waves.
   */
  readonly interlocked: boolean;
  /** Whether the interlock requires primitive order and not just exclusion. */
  readonly ordered: boolean;
  /** Whether the interlock is per sample. */
  readonly perSample: boolean;
  /** Number of packers of its chip. */
  readonly packerCount: number;
}

/** Number of vertex coordinates per primitive. */
const COORDINATES = 6;

/** Returns the facts about all draws of a scenario, in order. */
export function drawFacts(
  scenario: Scenario,
  decode: (program: Program) => DecodedProgram,
): readonly DrawFacts[] {
  let firstPrimitive = 0;
  return scenario.draws.map((draw, index) => {
    const program = scenario.programs[draw.program];
    if (program === undefined)
      throw new Error(`draw ${index} names program ${draw.program}, which does not exist`);
    const decoded = withinAllocation(decode(program), draw.registers);
    const primitiveCount = draw.vertices.length / COORDINATES;
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
      ...programFacts(decoded),
    };
    firstPrimitive += primitiveCount;
    return facts;
  });
}

const programFacts = oncePerProgram(
  (decoded): ProgramFacts => ({
    memoryBefore: countsBefore(decoded, 'memory'),
    exportsBefore: countsBefore(decoded, 'export'),
    messagesBefore: countsBefore(decoded, 'message'),
    usesLocalMemory: decoded.instructions.some(({ memory }) => memory?.space === 'lds'),
    usesGlobalShare: decoded.instructions.some(({ memory }) => memory?.space === 'gds'),
  }),
);

function countsBefore(
  { instructions }: DecodedProgram,
  counted: 'memory' | 'export' | 'message',
): Int32Array {
  const counts = new Int32Array(instructions.length + 1);
  instructions.forEach(({ kind }, index) => {
    counts[index + 1] = counts[index] + Number(kind === counted);
  });
  return counts;
}
