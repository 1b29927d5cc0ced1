import { type AccessWord, describeAccess } from './pixel-words.js';
import { type Functions, followSection } from './section-flow.js';
import {
  DECORATION,
  getElement,
  getPointee,
  OP,
  type SpirvInstruction,
  type SpirvModule,
  STORAGE,
} from './spirv-module.js';
import { ValueTracer } from './value-sources.js';

/**
 * Maximum number of calls to follow. A valid module never recurses, but it may make exponentially many calls; an
 * invalid one may recurse forever.
 */
const MAX_CALLS = 10_000;

/**
 * Visits a function's instructions in execution order, with called functions inlined, as drivers do. Maps each
 * parameter's id to that of its argument in `argumentOf`.
 */
function visitInstructions(
  functions: Functions,
  entry: number,
  argumentOf: Map<number, number>,
  visit: (instruction: SpirvInstruction) => void,
): void {
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
function collectFunctions({ instructions }: SpirvModule): Functions {
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

/** The kinds of memory accesses, and the two section markers. */
export type AccessKind = 'load' | 'store' | 'atomic' | 'sample' | 'begin' | 'end';

/** A memory access or a section marker in a source. */
export interface SourceAccess extends AccessWord {
  readonly kind: AccessKind;
  /** The resource's name; empty for markers and for memory accessed by address. */
  readonly name: string;
  /** The line, counted from 1; undefined without debug information. */
  readonly line: number | undefined;
  /** Where it lies relative to the section, as bits of `WHERE`. */
  readonly where: number;
  /** Whether all invocations in a pixel that an interlock does not order access the same words (`PixelInputs`). */
  readonly isPerPixel: boolean;
}

/** The accesses of an entry point, and where it returns relative to the section, as bits of `WHERE`. */
export interface SourceFlow {
  readonly accesses: readonly SourceAccess[];
  readonly returnsAt: number;
}

/** Storage classes that need memory instructions; variables in other classes are kept in registers. */
const MEMORY: ReadonlySet<number> = new Set([STORAGE.storageBuffer, STORAGE.physicalBuffer]);

/** The ids of inputs that tell whether invocations in one pixel access the same words. */
export interface PixelInputs {
  /** Those that differ between the invocations. */
  readonly differing: ReadonlySet<number>;
  /** Those of which an address must depend on one; if empty, no such is required. */
  readonly placing: ReadonlySet<number>;
}

/**
 * Lists an entry point's accesses in execution order. The accesses of a function are listed once per call. Without
 * `inputs`, none is per pixel.
 */
export function listAccesses(module: SpirvModule, entry: number, inputs?: PixelInputs): SourceFlow {
  const accesses: SourceAccess[] = [];
  const argumentIds = new Map<number, number>();
  const functions = collectFunctions(module);
  const { whereOf, returnsAt } = followSection(functions, entry);
  const tracer = new ValueTracer(module);
  visitInstructions(functions, entry, argumentIds, (instruction) => {
    const access = parseAccess(instruction, (id) => describeRoot(module, tracer, argumentIds, id));
    if (access === undefined) return;
    const where = whereOf.get(instruction) ?? 0;
    const dependsOn = (variables: ReadonlySet<number>): boolean =>
      tracer
        .slice(listAddressOperands(instruction), true)
        .some(({ op, operands }) => op === OP.variable && variables.has(operands[1]!));
    const isPerPixel =
      inputs !== undefined &&
      !dependsOn(inputs.differing) &&
      (inputs.placing.size === 0 || dependsOn(inputs.placing));
    const word = describeAccess(module, tracer, instruction);
    accesses.push({ ...access, ...word, line: instruction.line, where, isPerPixel });
  });
  return { accesses, returnsAt };
}

/** Returns the operands that decide which words an access touches: its pointer, or its image, coordinates and sample. */
function listAddressOperands({ op, operands }: SpirvInstruction): readonly number[] {
  if (op === OP.store) return operands.slice(0, 1);
  if (op === OP.imageWrite) return [...operands.slice(0, 2), ...operands.slice(4)];
  return [...operands.slice(2, 4), ...(op === OP.imageRead ? operands.slice(5) : [])];
}

/** Returns the name and storage class of the variable behind a pointer or image, where known. */
type FindRoot = (id: number) => { readonly name: string; readonly storage?: number | undefined };

function parseAccess(
  { op, operands }: SpirvInstruction,
  findRoot: FindRoot,
): Pick<SourceAccess, 'kind' | 'name'> | undefined {
  const [first = 0, , third = 0] = operands;
  if (op === OP.beginInterlock) return { kind: 'begin', name: '' };
  if (op === OP.endInterlock) return { kind: 'end', name: '' };
  if (op === OP.load || op === OP.store) {
    const { name, storage } = findRoot(op === OP.store ? first : third);
    if (storage === undefined || !MEMORY.has(storage)) return undefined;
    return { kind: op === OP.store ? 'store' : 'load', name };
  }
  if (op >= OP.atomicFirst && op <= OP.atomicLast)
    return { kind: 'atomic', name: findRoot(op === OP.atomicStore ? first : third).name };
  if (op === OP.imageWrite) return { kind: 'store', name: findRoot(first).name };
  if (op === OP.imageRead) return { kind: 'load', name: findRoot(third).name };
  if (op >= OP.imageSampleFirst && op < OP.imageRead) return { kind: 'sample', name: findRoot(third).name };
  return undefined;
}

function describeRoot(
  module: SpirvModule,
  tracer: ValueTracer,
  argumentOf: ReadonlyMap<number, number>,
  id: number,
): ReturnType<FindRoot> {
  const type = module.byId.get(tracer.define(id)?.operands[0] ?? 0);
  if (type?.op === OP.typePointer && type.operands[1] === STORAGE.physicalBuffer)
    return { name: '', storage: STORAGE.physicalBuffer };
  const variable = tracer.findBase(id, argumentOf);
  if (variable === undefined) return { name: '' };
  const block = getElement(module, getPointee(module, variable.operands[0]!)).type.operands[0]!;
  // Before SPIR-V 1.3, a storage buffer is a uniform whose block is decorated as a buffer block.
  const isBuffer = module.decorations.has(`${block} ${DECORATION.bufferBlock}`);
  return {
    name: module.names.get(variable.operands[1]!) || (module.names.get(block) ?? ''),
    storage: isBuffer ? STORAGE.storageBuffer : variable.operands[2],
  };
}
