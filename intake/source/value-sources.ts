import { getPointee, OP, type SpirvInstruction, type SpirvModule, STORAGE } from './spirv-module.js';

/** Where a value comes from. */
export interface ValueSource {
  /** A variable of the interface. */
  readonly variable: SpirvInstruction;
  /** In a block, the number of its member; in an array of structures there, that of the structure's. */
  readonly member: number | undefined;
  readonly part: number | undefined;
  /** In a vector there, the number of its component. */
  readonly component: number | undefined;
}

/** Storage classes of variables that a shader keeps in registers (SPIR-V specification, section 3.7). */
const LOCAL: readonly number[] = [6, 7];

/** Opcodes that pass on their third operand: conversions, extractions, copies. */
const PASSING: ReadonlySet<number> = new Set([81, 83, 113, 114, 124, 400]);
/** Opcodes to look behind in an index: those that bring it into range (UMod, BitwiseAnd), and all that compute it. */
export const INDEXING = {
  wraps: new Set([137, 199]) as ReadonlySet<number>,
  // And IAdd, IMul and ShiftLeftLogical.
  computes: new Set([128, 132, 137, 196, 199]) as ReadonlySet<number>,
} as const;

const NONE: ReadonlySet<number> = new Set();
const IMAGE_FETCH = 95;
const EXT_INST = 12;
const SHUFFLE = 79;
const CONSTRUCT = 80;
const EXTRACT = 81;
const SELECT = 169;
const PHI = 245;
const RETURN_VALUE = 254;
const WITHOUT_RESULT: ReadonlySet<number> = new Set([OP.line, OP.store, OP.imageWrite, OP.atomicStore]);
const CHAINS: ReadonlySet<number> = new Set([OP.accessChain, OP.inBoundsAccessChain, OP.ptrAccessChain]);

/** Maximum number of values to follow, since a handwritten module may refer to itself. */
const MAX_STEPS = 512;

/** Finds where values come from, through local variables, conversions, calls and both sides of branches. */
export class ValueTracer {
  readonly #byResult: ReadonlyMap<number, SpirvInstruction>;
  /** The values stored to each local variable, and the arguments of each parameter, by id. */
  readonly #inflow = new Map<number, number[]>();

  constructor(private readonly module: SpirvModule) {
    const { instructions, byId } = module;
    const body = instructions.slice(instructions.findIndex(({ op }) => op === OP.function));
    this.#byResult = new Map([
      ...byId,
      ...body
        .filter(({ op }) => !WITHOUT_RESULT.has(op))
        .map((found) => [found.operands[1]!, found] as const),
    ]);
    this.#recordCalls(body);
    for (const { op, operands } of body)
      if (op === OP.store) this.#add(this.#getBase(operands[0]!), operands[1]!);
  }

  /** Returns the definition of a value. */
  define(id: number): SpirvInstruction | undefined {
    return this.#byResult.get(id);
  }

  /** Returns what is stored to a local variable, passed as a parameter, or returned by a call. */
  listInflow(id: number): readonly number[] {
    return this.#inflow.get(id) ?? [];
  }

  /** Returns the variables of the interface that a value is read from, also behind the given opcodes. */
  trace(value: number, behind: ReadonlySet<number> = NONE): readonly ValueSource[] {
    const seen = new Set([value]);
    const sources: ValueSource[] = [];
    for (const id of seen) {
      if (seen.size > MAX_STEPS) break;
      for (const next of this.#follow(id, behind, sources)) seen.add(next);
    }
    return sources;
  }

  /** Returns the definitions that compute the given values, with or without the addresses of what they load. */
  slice(values: readonly number[], withAddresses = false): readonly SpirvInstruction[] {
    const seen = new Set(values);
    for (const id of seen) for (const next of this.#listInputs(id, withAddresses)) seen.add(next);
    return [...seen].flatMap((id) => this.#byResult.get(id) ?? []);
  }

  /** Whether a value is computed from itself, as the counter of a loop is. */
  isCounter(value: number): boolean {
    const found = this.#byResult.get(value);
    const root = found?.op === OP.load ? this.#getBase(found.operands[2]!) : value;
    return this.slice(this.#listInputs(root)).some((other) => other === this.#byResult.get(root));
  }

  /** Returns the components of a variable that a value is computed from; of all, if it is none in particular. */
  findParts(value: number, isMeant: (variable: SpirvInstruction) => boolean): ReadonlySet<number> {
    const parts = new Set<number>();
    const seen = new Set<string>();
    const queue: (readonly [id: number, part: number | undefined])[] = [[value, undefined]];
    for (const [id, part] of queue) {
      if (seen.has(`${id} ${part}`)) continue;
      seen.add(`${id} ${part}`);
      const found = this.#byResult.get(id);
      if (found?.op === OP.variable && isMeant(found)) parts.add(part ?? -1);
      else if (found !== undefined) queue.push(...this.#listParts(id, found, part));
    }
    return parts;
  }

  /** Returns what a component of a value, or the entire value, is computed from. */
  #listParts(
    id: number,
    { op, operands }: SpirvInstruction,
    part: number | undefined,
  ): readonly (readonly [id: number, part: number | undefined])[] {
    const [, , first = 0] = operands;
    if (op === EXTRACT) return [[first, part ?? operands[3]]];
    if (CHAINS.has(op)) return [[first, part ?? this.module.byId.get(operands.at(-1)!)?.operands[2]]];
    if (op === SHUFFLE && part !== undefined) return [[first, operands[4 + part]]];
    if (op === CONSTRUCT) {
      const chosen = part === undefined ? undefined : operands[2 + part];
      return chosen === undefined ? operands.slice(2).map((next) => [next, part]) : [[chosen, undefined]];
    }
    return this.#listInputs(id).map((next) => [next, part]);
  }

  /** Returns the values that a value is computed from; of a load, its pointer. */
  #listInputs(id: number, withAddresses = false): readonly number[] {
    const { op, operands } = this.#byResult.get(id) ?? { op: 0, operands: [] };
    if (op === OP.variable && !LOCAL.includes(operands[2]!)) return [];
    if (op === OP.variable || op === OP.functionParameter || op === OP.functionCall)
      return this.#inflow.get(id) ?? [];
    if (op === OP.constant || op === OP.specConstant) return [];
    if (op === OP.load || op === EXTRACT) return operands.slice(2, 3);
    if (op === SHUFFLE) return operands.slice(2, 4);
    if (CHAINS.has(op)) return withAddresses ? operands.slice(2) : operands.slice(2, 3);
    if (op === OP.imageRead || op === IMAGE_FETCH || isAtomic(op))
      return withAddresses ? operands.slice(2) : [];
    return operands.slice(op === EXT_INST ? 4 : 2);
  }

  /** Returns the ids that a value equals; sources go into `sources`. */
  #follow(id: number, behind: ReadonlySet<number>, sources: ValueSource[]): readonly number[] {
    const found = this.#byResult.get(id);
    if (found === undefined) return [];
    const { op, operands } = found;
    if (op === OP.load || op === OP.imageRead || op === IMAGE_FETCH || isAtomic(op)) {
      const source = this.findPlace(operands[2]!);
      if (source === undefined) return [];
      if (!LOCAL.includes(source.variable.operands[2]!)) {
        sources.push(source);
        return [];
      }
      return this.#inflow.get(source.variable.operands[1]!) ?? [];
    }
    if (PASSING.has(op)) return [operands[2]!];
    if (behind.has(op)) return operands.slice(2);
    if (op === SELECT) return operands.slice(3);
    if (op === PHI) return operands.slice(2).filter((_, i) => i % 2 === 0);
    return op === OP.functionParameter || op === OP.functionCall ? (this.#inflow.get(id) ?? []) : [];
  }

  /** Returns the variable that a pointer or image leads to, and the member of its block. */
  findPlace(pointer: number): ValueSource | undefined {
    const variable = this.#byResult.get(this.#getBase(pointer));
    if (variable?.op !== OP.variable) return undefined;
    const { members, component } = this.#findMembers(pointer, variable);
    const [member, part] = members;
    return { variable, member, part, component };
  }

  /** Returns the numbers of the members that a pointer selects, outermost first, and the component of a vector. */
  #findMembers(
    pointer: number,
    variable: SpirvInstruction,
  ): { readonly members: readonly (number | undefined)[]; readonly component?: number | undefined } {
    const { byId } = this.module;
    const found = this.#byResult.get(pointer);
    if (found === undefined || !CHAINS.has(found.op)) return { members: [] };
    const members: (number | undefined)[] = [];
    let component: number | undefined;
    let type = getPointee(this.module, variable.operands[0]!);
    for (const index of found.operands.slice(3)) {
      const isStruct = type.op === OP.typeStruct;
      const chosen = byId.get(index)?.operands[2];
      if (isStruct) members.push(chosen);
      if (type.op === OP.typeVector) component = chosen;
      type = byId.get(type.operands[1 + (isStruct ? (chosen ?? 0) : 0)]!) ?? type;
    }
    return { members, component };
  }

  /** Returns the variable behind a pointer or image, given the arguments of parameters in the current call, if any. */
  findBase(pointer: number, argumentOf: ReadonlyMap<number, number>): SpirvInstruction | undefined {
    const base = this.#byResult.get(this.#getBase(pointer, argumentOf));
    return base?.op === OP.variable ? base : undefined;
  }

  /** Returns the id of the variable behind a pointer or image. By default, a parameter stands for its first argument. */
  #getBase(pointer: number, argumentOf?: ReadonlyMap<number, number>): number {
    let id = pointer;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const found = this.#byResult.get(id);
      if (found?.op === OP.functionParameter) id = argumentOf?.get(id) ?? this.#inflow.get(id)?.[0] ?? 0;
      else if (found !== undefined && (CHAINS.has(found.op) || DERIVING.has(found.op)))
        id = found.operands[2]!;
      else return id;
    }
    return id;
  }

  #add(id: number, value: number): void {
    const values = this.#inflow.get(id);
    if (values === undefined) this.#inflow.set(id, [value]);
    else values.push(value);
  }

  /** Records the arguments of parameters, and what functions return. */
  #recordCalls(body: readonly SpirvInstruction[]): void {
    const parameters = new Map<number, number[]>();
    const returned = new Map<number, number[]>();
    let current = 0;
    for (const { op, operands } of body) {
      if (op === OP.function) {
        current = operands[1]!;
        parameters.set(current, []);
        returned.set(current, []);
      } else if (op === OP.functionParameter) parameters.get(current)!.push(operands[1]!);
      else if (op === RETURN_VALUE) returned.get(current)?.push(operands[0]!);
    }
    for (const { op, operands } of body) {
      if (op !== OP.functionCall) continue;
      const [, result = 0, callee = 0, ...values] = operands;
      for (const value of returned.get(callee) ?? []) this.#add(result, value);
      for (const [i, parameter] of (parameters.get(callee) ?? []).entries()) this.#add(parameter, values[i]!);
    }
  }
}

/** Opcodes other than access chains that derive an image or a pointer from their third operand. */
const DERIVING: ReadonlySet<number> = new Set<number>([
  OP.load,
  OP.imageTexelPointer,
  OP.copyObject,
  OP.sampledImage,
  OP.image,
]);

function isAtomic(op: number): boolean {
  return op >= OP.atomicFirst && op <= OP.atomicLast && op !== OP.atomicStore;
}

/** Whether a variable is memory that a shader writes: a storage buffer, or an image or texel buffer. */
export function isStorage({ operands }: SpirvInstruction): boolean {
  return operands[2] === STORAGE.storageBuffer || operands[2] === STORAGE.uniformConstant;
}
