import { OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';
import { INDEXING, type ValueSource, type ValueTracer } from './value-sources.js';

/** The words of blocks that decide which pixels and words a shader accesses, by what it does with them. */
export interface AddressWords {
  /** Those that multiply only the position's y: the distance of two rows. */
  readonly strides: readonly ValueSource[];
  /** Those that multiply its x, or a pixel's whole number: the elements of each pixel. */
  readonly elements: readonly ValueSource[];
  /** Those that an integer is less or greater than. */
  readonly bounds: readonly ValueSource[];
  /** Those that the counter of a loop is less or greater than. */
  readonly turns: readonly ValueSource[];
  /** The edges of a rectangle: those that the position must reach, and those that it must not pass. */
  readonly edges: Readonly<Record<'low' | 'high', readonly ValueSource[]>>;
}

/** Arithmetic opcodes (SPIR-V specification, sections 3.49.13 and 3.49.14). */
const MULTIPLICATIONS: readonly number[] = [132, 133];
/** Opcodes that compare, first those of integers: signed and unsigned, or floats of which neither or any is a NaN. */
const RELATIONS = {
  greater: [172, 173, 186, 187],
  notLess: [174, 175, 190, 191],
  less: [176, 177, 184, 185],
  notGreater: [178, 179, 188, 189],
} as const;
type Relation = keyof typeof RELATIONS;
const MIRRORED = {
  greater: 'less',
  notLess: 'notGreater',
  less: 'greater',
  notGreater: 'notLess',
} as const satisfies Record<Relation, Relation>;
const FIRST_FLOAT_RELATION = 184;
/** What may be between a word and its multiplication: also divisions, and shifts to the right. */
const SCALING: ReadonlySet<number> = new Set([...INDEXING.computes, 134, 135, 194, 195]);
const FETCH = 95;
const CHAINS: readonly number[] = [OP.accessChain, OP.inBoundsAccessChain, OP.ptrAccessChain];
const IMAGE_ACCESSES: readonly number[] = [OP.imageRead, OP.imageTexelPointer, FETCH];
const Y = 1;
const Z = 2;

/** Finds the words that decide addresses by how the code computes with them, whatever their names are. */
export function findAddressWords(
  { instructions }: SpirvModule,
  tracer: ValueTracer,
  isPosition: (variable: SpirvInstruction) => boolean,
): AddressWords {
  /** For each word, the parts of the position that addresses multiply by it. */
  const factors = new Map<string, { source: ValueSource; parts: Set<number> }>();
  const addresses = instructions.flatMap(listCoordinates);
  for (const { op, operands } of tracer.slice(addresses)) {
    if (!MULTIPLICATIONS.includes(op)) continue;
    const [, , first = 0, second = 0] = operands;
    for (const [value, factor] of [
      [first, second],
      [second, first],
    ] as const) {
      const parts = tracer.findParts(value, isPosition);
      if (parts.size === 0) continue;
      for (const source of tracer.trace(factor, SCALING)) {
        const found = factors.get(nameOf(source)) ?? { source, parts: new Set() };
        for (const part of parts) found.parts.add(part);
        factors.set(nameOf(source), found);
      }
    }
  }
  const isStride = (parts: ReadonlySet<number>): boolean => parts.size === 1 && parts.has(Y);
  return {
    strides: [...factors.values()].flatMap(({ source, parts }) => (isStride(parts) ? [source] : [])),
    elements: [...factors.values()].flatMap(({ source, parts }) => (isStride(parts) ? [] : [source])),
    bounds: findBounds(instructions, tracer, () => true),
    turns: findBounds(instructions, tracer, (value) => tracer.isCounter(value)),
    edges: findEdges(instructions, tracer, isPosition),
  };
}

/** Returns the words that an integer is compared with, if the integer is meant. */
function findBounds(
  instructions: readonly SpirvInstruction[],
  tracer: ValueTracer,
  isMeant: (value: number) => boolean,
): readonly ValueSource[] {
  return instructions
    .filter(({ op }) => findRelation(op) !== undefined && op < FIRST_FLOAT_RELATION)
    .flatMap(({ operands: [, , left = 0, right = 0] }) => [
      ...(isMeant(right) ? tracer.trace(left, SCALING) : []),
      ...(isMeant(left) ? tracer.trace(right, SCALING) : []),
    ]);
}

function findRelation(op: number): Relation | undefined {
  return (Object.keys(RELATIONS) as Relation[]).find((name) =>
    (RELATIONS[name] as readonly number[]).includes(op),
  );
}

/** Returns a number that grows with the place of a word in its block. */
function orderOf({ member = 0, part = 0, component = 0 }: Partial<ValueSource> = {}): number {
  return (member * MAX_MEMBERS + part) * MAX_MEMBERS + component;
}
const MAX_MEMBERS = 1024;

/** Finds the words that the position is compared with. */
function findEdges(
  instructions: readonly SpirvInstruction[],
  tracer: ValueTracer,
  isPosition: (variable: SpirvInstruction) => boolean,
): AddressWords['edges'] {
  const found: Record<Relation, ValueSource[]> = { greater: [], notLess: [], less: [], notGreater: [] };
  for (const { op, operands } of instructions) {
    const relation = findRelation(op);
    if (relation === undefined) continue;
    const [, , left = 0, right = 0] = operands;
    for (const [value, other, seen] of [
      [left, right, relation],
      [right, left, MIRRORED[relation]],
    ] as const) {
      const parts = tracer.findParts(value, isPosition);
      if (parts.size > 0 && !parts.has(Z)) found[seen].push(...tracer.trace(other, SCALING));
    }
  }
  const below = [...found.less, ...found.notGreater];
  const above = [...found.greater, ...found.notLess];
  // Low edges stand before high ones, whether the comparisons ask for the inside or the outside.
  const isLow = above.length > 0 && orderOf(below[0]) < orderOf(above[0]);
  return isLow || below.length === 0 ? { low: below, high: above } : { low: above, high: below };
}

/** Returns the indices of a pointer, or the coordinates of an image access. */
function listCoordinates({ op, operands }: SpirvInstruction): readonly number[] {
  if (CHAINS.includes(op)) return operands.slice(3);
  if (op === OP.imageWrite) return operands.slice(1, 2);
  return IMAGE_ACCESSES.includes(op) ? operands.slice(3, 4) : [];
}

function nameOf({ variable, member, part, component }: ValueSource): string {
  return `${variable.operands[1]} ${member} ${part} ${component}`;
}
