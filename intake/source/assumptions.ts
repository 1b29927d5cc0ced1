import { toFloatBits } from '../../stimulus/index.js';
import { type AddressWords, findAddressWords } from './address-words.js';
import {
  type BlockMember,
  DECORATION,
  getElement,
  getPointee,
  OP,
  type SpirvInstruction,
  type SpirvModule,
  STORAGE,
} from './spirv-module.js';
import { INDEXING, isStorage, type ValueSource, ValueTracer } from './value-sources.js';

/** A value that only the author of a shader knows, and what is assumed if he does not say it. */
export interface Assumption {
  /** As in a setting: `push.index`, `heads`, `list.next` or `list.nodes.next`. */
  readonly name: string;
  readonly word: number;
  /** Why this word. */
  readonly why: string;
  /** For an index, the array of descriptors. */
  readonly array?: string;
}

/** What an assumption needs to know about a variable. */
interface NamedVariable {
  readonly name: string;
  readonly members?: readonly BlockMember[];
  readonly count?: number;
  /** Whether it is no memory that the shader may write. */
  readonly isReadOnly?: boolean;
}

/** What is assumed about a shader's values. */
export interface Assumptions {
  readonly assumptions: readonly Assumption[];
  /** The names of push constants that bound an index; scenes give them small and large numbers. */
  readonly bounds: readonly string[];
}

const EQUALITIES: readonly number[] = [170, 171];
const ALL_ONES = 0xffffffff;
/** AtomicExchange and AtomicCompareExchange. */
const TAKING: readonly number[] = [229, 230];
const CHAINS: readonly number[] = [OP.accessChain, OP.inBoundsAccessChain];
const ARRAYS: readonly number[] = [OP.typeArray, OP.typeRuntimeArray];
const DESCRIPTORS: readonly number[] = [STORAGE.uniformConstant, STORAGE.uniform, STORAGE.storageBuffer];

/** The number of descriptors assumed for an unbounded array. */
export const UNBOUNDED_COUNT = 4;

/** The words that an address multiplies a pixel's position with: the texels of a row, and the elements of a pixel. */
const ROW = 128;
const ELEMENTS = 8;
/** The turns of a loop. */
const TURNS = 4;
const FRAG_COORD = 15;

/**
 * Lists what is assumed about a shader's values: the distances of rows and pixels in memory; indices of descriptors,
 * which stay within their array and differ from each other; the end of lists; and free locks.
 *
 * @param describe returns a variable's name and members; undefined for one that no setting can name
 */
export function listAssumptions(
  module: SpirvModule,
  describe: (variable: SpirvInstruction) => NamedVariable | undefined,
): Assumptions {
  const tracer = new ValueTracer(module);
  const found = new Map<string, Assumption>();
  const add = (
    { variable, member, part, component }: ValueSource,
    assume: (name: string, kind?: BlockMember['kind']) => Omit<Assumption, 'name'>,
  ): void => {
    const described = describe(variable);
    if (described === undefined) return;
    const block = member === undefined ? undefined : described.members?.[member];
    // A structure loaded as a whole may hold the value in each integer: floats of all ones would be no numbers.
    const parts = (part === undefined ? block?.parts : block?.parts?.slice(part, part + 1)) ?? [undefined];
    for (const inner of parts) {
      if (inner !== undefined && inner.kind === 'float') continue;
      const names = [described.name, block?.name, inner?.name].filter((word) => word !== undefined);
      const name = `${names.join('.')}${component === undefined ? '' : `[${component}]`}`;
      if (!found.has(name)) found.set(name, { name, ...assume(name, (inner ?? block)?.kind) });
    }
  };
  const words = findAddressWords(
    module,
    tracer,
    ({ operands }) =>
      module.decorations.get(`${operands[1]} ${DECORATION.builtIn}`)?.includes(FRAG_COORD) === true,
  );
  const addFactors = (sources: AddressWords['strides'], word: number, why: string): void => {
    for (const source of sources)
      if (source.member !== undefined && describe(source.variable)?.isReadOnly === true)
        add(source, (_, kind) => ({ word: kind === 'float' ? toFloatBits(word) : word, why }));
  };
  addFactors(words.strides, ROW, 'the words of a row, since an address multiplies y by it');
  const turns = words.turns.filter(({ variable }) => variable.operands[2] !== STORAGE.pushConstant);
  addFactors(turns, TURNS, 'the turns of a loop, since its counter is compared with it');
  addFactors(words.edges.low, 0, 'the low edge of the pixels, since the position is compared with it');
  addFactors(words.edges.high, ROW, 'the high edge of the pixels, since the position is compared with it');
  addFactors(words.elements, ELEMENTS, 'the words of a pixel, since an address multiplies its number by it');
  let indices = 0;
  for (const { sources, array, isComputed } of findDescriptorIndices(module, tracer)) {
    const { name, count = 0 } = describe(array) ?? { name: '' };
    for (const source of sources)
      add(source, () => ({
        word: isComputed ? 0 : indices++ % (count === 0 ? UNBOUNDED_COUNT : count),
        why: `an index of ${name}`,
        array: name,
      }));
  }
  for (const { source, word, isLock } of findLoopEnds(module, tracer))
    add(source, () => ({ word, why: isLock ? 'a free lock' : 'the end of a list' }));
  const bounds = words.bounds.flatMap(({ variable, member }) =>
    variable.operands[2] === STORAGE.pushConstant && member !== undefined
      ? [`push.${describe(variable)?.members?.[member]?.name}`]
      : [],
  );
  return { assumptions: [...found.values()], bounds: [...new Set(bounds)] };
}

interface DescriptorIndex {
  /** Where the index comes from. */
  readonly sources: readonly ValueSource[];
  /** Whether it is computed from them, so that only zeros certainly stay within the array. */
  readonly isComputed: boolean;
  /** The array's variable. */
  readonly array: SpirvInstruction;
}

function findDescriptorIndices(module: SpirvModule, tracer: ValueTracer): readonly DescriptorIndex[] {
  return module.instructions.flatMap(({ op, operands }) => {
    const variable = CHAINS.includes(op) ? module.byId.get(operands[2]!) : undefined;
    if (variable?.op !== OP.variable || !isDescriptorArray(module, variable)) return [];
    const find = (behind: ReadonlySet<number>): readonly ValueSource[] =>
      tracer.trace(operands[3]!, behind).filter((source) => !isStorage(source.variable));
    const sources = find(INDEXING.computes);
    const isComputed = sources.length !== find(INDEXING.wraps).length;
    return sources.length === 0 ? [] : [{ sources, array: variable, isComputed }];
  });
}

function isDescriptorArray(module: SpirvModule, { operands }: SpirvInstruction): boolean {
  return DESCRIPTORS.includes(operands[2]!) && ARRAYS.includes(getPointee(module, operands[0]!).op);
}

/** Returns the heads and links of lists that end with all ones or zero, and the words that a program takes as locks. */
function findLoopEnds(
  module: SpirvModule,
  tracer: ValueTracer,
): readonly { readonly source: ValueSource; readonly word: number; readonly isLock: boolean }[] {
  return module.instructions.flatMap(({ op, operands }) => {
    if (!EQUALITIES.includes(op)) return [];
    return [
      [operands[2]!, operands[3]!],
      [operands[3]!, operands[2]!],
    ].flatMap(([value, other]) => {
      const constant = module.byId.get(other!);
      if (constant?.op !== OP.constant) return [];
      const isLock = TAKING.includes(tracer.define(value!)?.op ?? 0);
      const word = constant.operands[2]!;
      if (!isLock && word !== ALL_ONES && word !== 0) return [];
      const sources = tracer
        .trace(value!)
        .filter(({ variable }) => isStorage(variable) && isWritten(module, variable));
      // A list has a head and, elsewhere, links.
      if (
        !isLock &&
        new Set(sources.map(({ variable, member, part }) => `${variable.operands[1]} ${member} ${part}`))
          .size < 2
      )
        return [];
      return sources.map((source) => ({ source, word: isLock ? 0 : word, isLock }));
    });
  });
}

/** Whether a variable is no texture: those are filled as other constants are. */
function isWritten(module: SpirvModule, { operands }: SpirvInstruction): boolean {
  const { type } = getElement(module, getPointee(module, operands[0]!));
  return type.op === OP.typeStruct || (type.op === OP.typeImage && type.operands[6] === 2);
}
