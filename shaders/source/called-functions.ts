import { OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';

/**
 * The maximum number of calls followed. A valid module does not recurse, but an invalid one may call endlessly, and any
 * may call twice at each of many levels.
 */
const CALLS_MAX = 10_000;

/**
 * Visits the instructions of a function in execution order, with called functions inlined, as drivers do; a module
 * lists functions in any order. The id of each parameter's argument is stored in `argumentOf`, by the parameter's id.
 */
export function visitCalled(
  module: SpirvModule,
  entry: number,
  argumentOf: Map<number, number>,
  visit: (instruction: SpirvInstruction) => void,
): void {
  const functions = functionsOf(module);
  const active = new Set<number>();
  let calls = 0;
  const run = (id: number): void => {
    if (active.has(id) || calls++ >= CALLS_MAX) return;
    active.add(id);
    for (const instruction of functions.get(id) ?? []) {
      if (instruction.op === OP.functionCall) {
        const [, , callee = 0, ...argumentIds] = instruction.operands;
        const parameters = (functions.get(callee) ?? []).filter(({ op }) => op === OP.functionParameter);
        parameters.forEach(({ operands }, i) => {
          argumentOf.set(operands[1]!, argumentIds[i]!);
        });
        run(callee);
      } else visit(instruction);
    }
    active.delete(id);
  };
  run(entry);
}

/** The instructions of each function, by id, without `OpFunction` and `OpFunctionEnd`. */
function functionsOf({ instructions }: SpirvModule): ReadonlyMap<number, readonly SpirvInstruction[]> {
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
