import { OP, type SpirvInstruction } from './spirv-module.js';

/** Where an instruction lies relative to the section, one bit for each possibility: several if paths differ. */
export const WHERE = { before: 1, inside: 2, after: 4 } as const;

/** Opcodes that end a block, with the positions of the operands that are labels (SPIR-V specification, 3.49.17). */
const LABEL = 248;
const BRANCH = 249;
const BRANCH_CONDITIONAL = 250;
const SWITCH = 251;
const RETURNS: readonly number[] = [253, 254];

/** The instructions of each function, by function id, without `OpFunction` and `OpFunctionEnd`. */
export type Functions = ReadonlyMap<number, readonly SpirvInstruction[]>;

/** The flow of the section through an entry point. */
export interface SectionFlow {
  /** Where each reached instruction lies, as bits of `WHERE`, over all calls. */
  readonly whereOf: ReadonlyMap<SpirvInstruction, number>;
  /** Where the entry point returns. */
  readonly returnsAt: number;
}

/** Follows the section through all branches and calls of an entry point. */
export function followSection(functions: Functions, entry: number): SectionFlow {
  const whereOf = new Map<SpirvInstruction, number>();
  const activeCalls = new Set<number>();

  /** Follows one function. Returns where it returns; a function that calls itself leaves the section as it is. */
  const followFunction = (id: number, start: number): number => {
    if (activeCalls.has(id)) return start;
    activeCalls.add(id);
    const body = functions.get(id) ?? [];
    const labels = new Map(body.flatMap(({ op, operands }, i) => (op === LABEL ? [[operands[0]!, i]] : [])));
    const first = Math.max(
      0,
      body.findIndex(({ op }) => op === LABEL),
    );
    const starts = new Map([[first, start]]);
    const queue = [first];
    let returns = 0;
    for (const block of queue) {
      let where = starts.get(block)!;
      for (let i = block; i < body.length; i++) {
        const instruction = body[i]!;
        whereOf.set(instruction, (whereOf.get(instruction) ?? 0) | where);
        if (instruction.op === OP.beginInterlock) where = WHERE.inside;
        else if (instruction.op === OP.endInterlock) where = WHERE.after;
        else if (instruction.op === OP.functionCall) where = followFunction(instruction.operands[2]!, where);
        if (RETURNS.includes(instruction.op)) returns |= where;
        const targets = listTargets(instruction).map((label) => labels.get(label) ?? body.length);
        for (const target of targets) {
          const known = starts.get(target) ?? 0;
          if ((known | where) === known) continue;
          starts.set(target, known | where);
          queue.push(target);
        }
        const next = body[i + 1];
        if (next === undefined || next.op === LABEL) break;
      }
    }
    activeCalls.delete(id);
    return returns;
  };
  return { returnsAt: followFunction(entry, WHERE.before), whereOf };
}

/** Returns the labels that an instruction may branch to. The operands of a switch may include its literals. */
function listTargets({ op, operands }: SpirvInstruction): readonly number[] {
  if (op === BRANCH) return operands.slice(0, 1);
  if (op === BRANCH_CONDITIONAL) return operands.slice(1, 3);
  return op === SWITCH ? operands.slice(1).filter((_, i) => i % 2 === 0) : [];
}
