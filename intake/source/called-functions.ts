import { OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';

/**
 * Maximum number of calls to follow. A valid module never recurses, but it may make exponentially many calls; an
 * invalid one may recurse forever.
 */
const MAX_CALLS = 10_000;

/**
 * Visits a function's instructions in execution order, with called functions inlined, as drivers do. Maps each
 * parameter's id to that of its argument in `argumentOf`.
 */
export function visitInstructions(
  module: SpirvModule,
  entry: number,
  argumentOf: Map<number, number>,
  visit: (instruction: SpirvInstruction) => void,
): void {
  const functions = collectFunctions(module);
  const activeCalls = new Set<number>();
  let calls = 0;
  const visitFunction = (id: number): void => {
    if (activeCalls.has(id) || calls++ >= MAX_CALLS) return;
    activeCalls.add(id);
    for (const instruction of functions.get(id) ?? []) {
      if (instruction.op === OP.functionCall) {
        const [, , callee = 0, ...argumentIds] = instruction.operands;
        const parameters = (functions.get(callee) ?? []).filter(({ op }) => op === OP.functionParameter);
        parameters.forEach(({ operands }, i) => {
          argumentOf.set(operands[1]!, argumentIds[i]!);
        });
        visitFunction(callee);
      } else visit(instruction);
    }
    activeCalls.delete(id);
  };
  visitFunction(entry);
}

/** Returns each function's instructions, by function id, without `OpFunction` and `OpFunctionEnd`. */
function collectFunctions({ instructions }: SpirvModule): ReadonlyMap<number, readonly SpirvInstruction[]> {
  const functions = new Map<number, SpirvInstruction[]>();
  let body: SpirvInstruction[] | undefined;
  for (const instruction of instructions) {
    if (instruction.op === OP.function) {
      body = [];
      functions.set(instruction.operands[1]!, body);
    } else if (instruction.op === OP.functionEnd) body = undefined;
    else body?.push(instruction);
  }
  return functions;
}
