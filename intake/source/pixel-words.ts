import {
  DECORATION,
  getPointee,
  OP,
  type SpirvInstruction,
  type SpirvModule,
  STORAGE,
} from './spirv-module.js';
import type { ValueTracer } from './value-sources.js';

/** What the code of an access says about its word. */
export interface AccessWord {
  /** The word's address, if all invocations in a pixel compute the same; equal texts mean the same word. */
  readonly word: string | undefined;
  /** Whether all invocations in a pixel store the same value. */
  readonly storesSame: boolean;
  /** Whether what is stored depends on what was loaded from the object, other than by one commutative operation. */
  readonly dependsOnOrder: boolean;
}

const FRAG_COORD = 15;
/** OpConstantTrue to OpSpecConstantOp. */
const [FIRST_CONSTANT, LAST_CONSTANT] = [41, 52];
const LOCAL: readonly number[] = [6, 7];
const EXT_INST = 12;
const SHUFFLE = 79;
const EXTRACT = 81;
/** Opcodes that sample, fetch and gather; and OpPhi. */
const [FIRST_SAMPLE, LAST_SAMPLE, PHI] = [87, 98, 245];
/** IAdd, FAdd, BitwiseOr, BitwiseXor, BitwiseAnd. */
const COMMUTATIVE: readonly number[] = [128, 129, 197, 198, 199];
/** FMin to SMax of GLSL's extended instructions. */
const [FIRST_MINIMUM, LAST_MAXIMUM] = [37, 42];
/** Constructions, extractions and conversions, which compute nothing. */
const COPYING: ReadonlySet<number> = new Set([
  ...[OP.load, OP.accessChain, OP.inBoundsAccessChain, OP.variable, OP.imageRead],
  ...[77, 78, 79, 80, 81, 109, 110, 111, 112, 113, 114, 115, 124],
]);
/** The most definitions in an address that is compared. */
const MAX_DEFINITIONS = 256;

/** Returns what an access's code says about its word, for the accesses of a module. */
export function describeAccess(
  module: SpirvModule,
  tracer: ValueTracer,
  { op, operands }: SpirvInstruction,
): AccessWord {
  const writer = new AddressWriter(module, tracer);
  const isStore = op === OP.store || op === OP.imageWrite;
  const [object = 0, value = 0] = isStore ? [operands[0], operands[op === OP.store ? 1 : 2]] : [operands[2]];
  const coordinate = op === OP.imageWrite ? operands[1] : op === OP.imageRead ? operands[3] : undefined;
  return {
    word: coordinate === undefined ? writer.writePointer(object) : writer.write(coordinate),
    storesSame: isStore && writer.write(value) !== undefined,
    dependsOnOrder: isStore && dependsOnOrder(tracer, object, value),
  };
}

function dependsOnOrder(tracer: ValueTracer, object: number, value: number): boolean {
  const variable = tracer.findPlace(object)?.variable;
  const slice = tracer.slice([value]);
  const loads = slice.some(
    ({ op, operands }) =>
      (op === OP.load || op === OP.imageRead) &&
      variable !== undefined &&
      tracer.findPlace(operands[2]!)?.variable === variable,
  );
  const operations = slice.filter(({ op }) => !COPYING.has(op) && !isConstant(op));
  const kinds = new Set(
    operations.map(({ op, operands }) => (op === EXT_INST ? `${op} ${operands[3]}` : `${op}`)),
  );
  return loads && !(kinds.size === 1 && operations.every(isCommutative));
}

function isCommutative({ op, operands }: SpirvInstruction): boolean {
  const isMinimum = op === EXT_INST && operands[3]! >= FIRST_MINIMUM && operands[3]! <= LAST_MAXIMUM;
  return isMinimum || COMMUTATIVE.includes(op);
}

function isConstant(op: number): boolean {
  return op >= FIRST_CONSTANT && op <= LAST_CONSTANT;
}

/** Writes a value that depends on nothing but the position and what no invocation changes. */
class AddressWriter {
  #left = MAX_DEFINITIONS;

  constructor(
    private readonly module: SpirvModule,
    private readonly tracer: ValueTracer,
  ) {}

  /** Writes a pointer into memory, whose variable may be one that the shader writes. */
  writePointer(pointer: number): string | undefined {
    const found = this.tracer.define(pointer);
    if (found?.op === OP.variable) return 'all';
    if (found?.op !== OP.accessChain && found?.op !== OP.inBoundsAccessChain) return undefined;
    return this.#join('', found.operands.slice(3));
  }

  write(id: number): string | undefined {
    const found = this.tracer.define(id);
    if (found === undefined || this.#left-- <= 0) return undefined;
    const { op, operands } = found;
    if (isConstant(op)) return op === OP.constant ? `${operands[2]}` : `#${id}`;
    if (op === OP.variable) return this.#writeVariable(found);
    if (op === OP.load || op === OP.copyObject) return this.write(operands[2]!);
    if (op === OP.functionParameter || op === OP.functionCall) return this.#writeOnly(id);
    if ((op >= FIRST_SAMPLE && op <= LAST_SAMPLE) || op === PHI) return undefined;
    if (op >= OP.atomicFirst && op <= OP.atomicLast) return undefined;
    const values = op === EXTRACT ? 1 : op === SHUFFLE ? 2 : operands.length;
    const literals = op === EXT_INST ? operands.slice(3, 4) : operands.slice(2 + values);
    return this.#join(`${op} ${literals}`, operands.slice(op === EXT_INST ? 4 : 2, 2 + values));
  }

  #writeVariable({ operands }: SpirvInstruction): string | undefined {
    const [type = 0, id = 0, storage = 0] = operands;
    const { decorations } = this.module;
    if (LOCAL.includes(storage)) return this.#writeOnly(id);
    if (storage === STORAGE.input)
      return decorations.get(`${id} ${DECORATION.builtIn}`)?.[0] === FRAG_COORD ? 'position' : undefined;
    const block = getPointee(this.module, type).operands[0]!;
    const isReadOnly =
      storage !== STORAGE.storageBuffer ||
      decorations.has(`${id} ${DECORATION.nonWritable}`) ||
      decorations.has(`${block}.0 ${DECORATION.nonWritable}`);
    return isReadOnly && !decorations.has(`${block} ${DECORATION.bufferBlock}`) ? `%${id}` : undefined;
  }

  /** Writes the only value of a local variable, parameter or call. */
  #writeOnly(id: number): string | undefined {
    const values = this.tracer.listInflow(id);
    return values.length === 1 ? this.write(values[0]!) : undefined;
  }

  #join(start: string, ids: readonly number[]): string | undefined {
    const parts = ids.map((id) => this.write(id));
    return parts.includes(undefined) ? undefined : `${start}(${parts.join()})`;
  }
}
