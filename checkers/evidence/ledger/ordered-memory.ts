import { type Instruction, SEPARATE_MEMORY, type WordSource } from '../../../arch/index.js';
import type { MemoryIssued, MemoryObject, Scenario } from '../../../transactions/index.js';
import { DefaultMap } from '../basics/default-map.js';
import { ObjectMap } from '../basics/object-map.js';
import { allocateBytes } from '../basics/run-arrays.js';
import type { DrawFacts } from '../program/draws.js';
import { examineDraw } from '../static/cache.js';
import { accessesSharedWord } from '../static/judges/section.js';

/** State flag: the word has been accessed in a section. */
const ACCESSED = 1;
/** State flag: the word has been accessed non-atomically in a section. */
const NON_ATOMIC = 2;
/** State flag: the word has been written, in a section or elsewhere. */
const WRITTEN = 4;

interface WordUse {
  readonly writes: boolean;
  readonly isAtomic: boolean;
}

/** Tracks how sections have accessed the words of some objects so far. Words outside these objects are ignored. */
export class SectionWords {
  private readonly statesByObject: (Uint8Array | undefined)[] = [];
  private readonly map: ObjectMap;

  constructor(
    private readonly objects: readonly MemoryObject[],
    private readonly memory: WordSource = SEPARATE_MEMORY,
  ) {
    this.map = new ObjectMap(objects);
  }

  /** Records an access. `inSection` says whether its instruction is in a section. */
  add(address: number, bytes: number, { writes, isAtomic }: WordUse, inSection: boolean): void {
    const sectionBits = inSection ? ACCESSED | (isAtomic ? 0 : NON_ATOMIC) : 0;
    const effects = sectionBits | (writes ? WRITTEN : 0);
    if (effects === 0) return;
    const index = this.map.findIndex(address);
    if (index < 0) return;
    this.statesByObject[index] ??= allocateBytes(this.memory, Math.ceil(this.objects[index].bytes / 4));
    const words = this.statesByObject[index];
    const start = address - this.map.starts[index];
    const last = Math.min((start + bytes - 1) >>> 2, words.length - 1);
    for (let word = start >>> 2; word <= last; word++) words[word] |= effects;
  }

  /** Whether any of the words has been written. */
  isWritten(address: number, bytes: number): boolean {
    return this.anyHas(address, bytes, 0, WRITTEN);
  }

  /**
   * Whether an access outside sections touches any word whose accesses must be ordered, that is, one accessed in some
   * section and written anywhere. Words that are only touched by atomics end up with the same value in any order.
   */
  touchesOrderedWord(address: number, bytes: number, { writes, isAtomic }: WordUse): boolean {
    return this.anyHas(address, bytes, ACCESSED | (isAtomic ? NON_ATOMIC : 0), writes ? ACCESSED : WRITTEN);
  }

  /** Whether an address is in one of the objects. */
  contains(address: number): boolean {
    return this.map.findIndex(address) >= 0;
  }

  /** Whether any of the words has all of the bits in `all` and at least one of the bits in `any`. */
  private anyHas(address: number, bytes: number, all: number, any: number): boolean {
    const index = this.map.findIndex(address);
    const words = index < 0 ? undefined : this.statesByObject[index];
    if (words === undefined) return false;
    const start = address - this.map.starts[index];
    const last = Math.min((start + bytes - 1) >>> 2, words.length - 1);
    for (let word = start >>> 2; word <= last; word++)
      if ((words[word] & all) === all && (words[word] & any) !== 0) return true;
    return false;
  }
}

/** The properties of an access that determine whether the interlock must order it. */
export interface AccessTraits extends WordUse {
  /** Whether the instruction is in the section on any path. */
  readonly inSection: boolean;
  /**
   * Whether the access is exempt from ordering, because it is to a word shared by all fragments (outside the section)
   * or to an object that the program never writes (inside it).
   */
  readonly isExempt: boolean;
}

/**
 * Determines which accesses the interlock must order. For an object that the scenario declares ordered, these are all
 * accesses. For an object whose ordering depends on the code, they are the accesses to words that are both accessed in
 * sections and written.
 */
export class OrderedMemory {
  /** Whether any memory in the scenario may be ordered. */
  readonly hasOrdered: boolean;
  /** Whether ordering is inferred from the code. */
  readonly isInferred: boolean;
  private readonly starts: readonly number[];
  private readonly ends: readonly number[];
  private readonly words: SectionWords;
  private readonly coherent: ObjectMap;
  /** The traits of each draw's instructions, cached by instruction index. */
  private readonly traitsByDraw = new DefaultMap<
    DrawFacts,
    { readonly operation: string; readonly traits: AccessTraits }[]
  >(() => []);

  constructor(scenario: Pick<Scenario, 'ordered' | 'memory'>, memory: WordSource = SEPARATE_MEMORY) {
    const dependsOnCode = (name: string): boolean =>
      scenario.ordered.some(({ object, layout }) => object === name && layout.kind === 'sections');
    const objects = scenario.ordered.map(({ object }) => findMemory(scenario, object));
    const declaredObjects = objects.filter(({ name }) => !dependsOnCode(name));
    this.starts = declaredObjects.map((object) => object.address);
    this.ends = declaredObjects.map((object) => object.address + object.bytes);
    this.words = new SectionWords(
      objects.filter(({ name }) => dependsOnCode(name)),
      memory,
    );
    this.coherent = new ObjectMap(objects.filter((_, index) => scenario.ordered[index].coherent === true));
    this.hasOrdered = objects.length > 0;
    this.isInferred = declaredObjects.length < objects.length;
  }

  /** Returns the traits of an access by a draw's program. */
  getTraits(
    draw: DrawFacts,
    instruction: Instruction | undefined,
    { operation, space }: Pick<MemoryIssued, 'operation' | 'space'>,
  ): AccessTraits {
    if (!this.isInferred) return DEFAULT_TRAITS;
    const use = TRAITS_BY_OPERATION[operation];
    if (instruction === undefined || space === 'scalar') return use;
    const drawTraits = this.traitsByDraw.getOrCreate(draw);
    const cached = drawTraits[instruction.index];
    if (cached !== undefined && cached.operation === operation) return cached.traits;
    const { accesses, pureReads } = examineDraw(draw).section;
    const inSection = accesses.has(instruction.index);
    const isExempt = inSection ? pureReads.has(instruction.index) : accessesSharedWord(instruction);
    const traits = { writes: use.writes, isAtomic: use.isAtomic, inSection, isExempt };
    drawTraits[instruction.index] = { operation, traits };
    return traits;
  }

  /**
   * Whether an access of `bytes` bytes touches ordered memory. Address -1, which marks a lane that failed the range
   * check, touches nothing.
   */
  touchesOrdered(address: number, bytes: number, traits: AccessTraits): boolean {
    if (address < 0) return false;
    if (this.isDeclared(address, bytes)) return true;
    const { words } = this;
    if (!this.isInferred || !words.contains(address)) return false;
    const { inSection, isExempt } = traits;
    if (inSection) return !isExempt || words.isWritten(address, bytes);
    return !isExempt && words.touchesOrderedWord(address, bytes, traits);
  }

  /** Whether the scenario declares any memory coherent. */
  get hasCoherent(): boolean {
    return this.coherent.starts.length > 0;
  }

  /** Whether the scenario declares the memory at an address to be coherent. */
  isCoherent(address: number): boolean {
    return this.coherent.findIndex(address) >= 0;
  }

  /** Records what an access reveals about the words that it touches. */
  recordAccess(address: number, bytes: number, traits: AccessTraits): void {
    if (this.isInferred) this.words.add(address, bytes, traits, traits.inSection);
  }

  /** Whether a byte range touches an object that the scenario declares ordered. */
  private isDeclared(address: number, bytes: number): boolean {
    for (let i = 0; i < this.starts.length; i++)
      if (address + bytes > this.starts[i] && address < this.ends[i]) return true;
    return false;
  }
}

const DEFAULT_TRAITS: AccessTraits = { writes: false, isAtomic: false, inSection: false, isExempt: false };

/** The default traits for each operation. */
const TRAITS_BY_OPERATION: Readonly<Record<MemoryIssued['operation'], AccessTraits>> = {
  load: DEFAULT_TRAITS,
  store: { ...DEFAULT_TRAITS, writes: true },
  atomic: { ...DEFAULT_TRAITS, writes: true, isAtomic: true },
};

function findMemory({ memory }: Pick<Scenario, 'memory'>, name: string): MemoryObject {
  const object = memory.find((candidate) => candidate.name === name);
  if (object === undefined) throw new Error(`ordered memory ${name} is not a memory object`);
  return object;
}
