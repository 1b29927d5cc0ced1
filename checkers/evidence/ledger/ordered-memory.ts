import { type Instruction, OWN_MEMORY, type WordSource } from '../../../arch/index.js';
import type { MemoryIssued, MemoryObject, Scenario } from '../../../transactions/index.js';
import type { DrawFacts } from '../program/draws.js';
import { examinedDraw } from '../static/cache.js';
import type { SectionCode } from '../static/report.js';
import { accessesSharedWord } from '../static/shared-word.js';
import { SectionWords, type WordUse } from './section-words.js';

/** How an access interacts with ordered memory. */
export interface Approach extends WordUse {
  /** Whether its instruction is in the section on some path. */
  readonly inSection: boolean;
  /**
   * Whether it accesses memory that no pixel interlock orders. Outside the section, that is a word shared by
   * all fragments; inside it, any object that the program never writes.
   */
  readonly isFree: boolean;
}

/**
 * Determines which accesses the interlock must order: those to objects that the scenario declares ordered
 * and, if that is left to the code, accesses in sections to written words and all other accesses to these
 * words.
 */
export class OrderedMemory {
  /** Whether any object is ordered or may be. */
  readonly declared: boolean;
  /** Whether ordering is inferred from the code. */
  readonly isInferred: boolean;
  private readonly starts: readonly number[];
  private readonly ends: readonly number[];
  private readonly words: SectionWords;
  private readonly coherent: readonly MemoryObject[];
  /** The approaches of each draw's instructions, cached by index. */
  private readonly approaches = new Map<DrawFacts, KnownApproach[]>();

  constructor(scenario: Pick<Scenario, 'ordered' | 'memory'>, memory: WordSource = OWN_MEMORY) {
    const isLeftToCode = (name: string): boolean =>
      scenario.ordered.some(({ object, layout }) => object === name && layout.kind === 'sections');
    const objects = scenario.ordered.map(({ object }) => memoryNamed(scenario, object));
    const fixed = objects.filter(({ name }) => !isLeftToCode(name));
    this.starts = fixed.map((object) => object.address);
    this.ends = fixed.map((object) => object.address + object.bytes);
    this.words = new SectionWords(
      objects.filter(({ name }) => isLeftToCode(name)),
      memory,
    );
    this.coherent = scenario.ordered.flatMap(({ object, coherent }) =>
      coherent === true ? [memoryNamed(scenario, object)] : [],
    );
    this.declared = objects.length > 0;
    this.isInferred = fixed.length < objects.length;
  }

  /** Returns how an access in a draw's program interacts with ordered memory. */
  approachOf(
    draw: DrawFacts,
    instruction: Instruction | undefined,
    { operation, space }: Pick<MemoryIssued, 'operation' | 'space'>,
  ): Approach {
    if (!this.isInferred) return FROM_ANYWHERE;
    const use = USES[operation];
    if (instruction === undefined || space === 'scalar') return use;
    const known = this.knownInstructions(draw)[instruction.index];
    if (known !== undefined && known.operation === operation) return known.approach;
    const approach = this.computeApproach(draw, instruction, use);
    this.knownInstructions(draw)[instruction.index] = { operation, approach };
    return approach;
  }

  private knownInstructions(draw: DrawFacts): KnownApproach[] {
    let known = this.approaches.get(draw);
    if (known === undefined) {
      known = [];
      this.approaches.set(draw, known);
    }
    return known;
  }

  private computeApproach(draw: DrawFacts, instruction: Instruction, use: WordUse): Approach {
    const { accesses, readsOnly }: SectionCode = examinedDraw(draw).section;
    const inSection = accesses.has(instruction.index);
    const isFree = inSection ? readsOnly.has(instruction.index) : accessesSharedWord(instruction);
    return { writes: use.writes, isAtomic: use.isAtomic, inSection, isFree };
  }

  /**
   * Returns whether an access of this many bytes touches ordered memory. Address -1 marks a lane that the
   * range check dropped, and touches nothing.
   */
  isReached(address: number, bytes: number, approach: Approach): boolean {
    if (address < 0) return false;
    if (this.isFixed(address, bytes)) return true;
    const { words } = this;
    if (!this.isInferred || !words.holds(address)) return false;
    const { inSection, isFree } = approach;
    if (inSection) return !isFree || words.isWritten(address, bytes);
    return !isFree && words.touchesOrderedWord(address, bytes, approach);
  }

  /** Whether the scenario declares any memory coherent. */
  get hasCoherent(): boolean {
    return this.coherent.length > 0;
  }

  /** Returns whether the scenario declares the memory at an address coherent. */
  isCoherent(at: number): boolean {
    return this.coherent.some(({ address, bytes }) => at >= address && at < address + bytes);
  }

  /** Records what an access reveals about the words it touches. */
  learn(address: number, bytes: number, approach: Approach): void {
    if (this.isInferred) this.words.add(address, bytes, approach, approach.inSection);
  }

  /** Returns whether a byte range is in an object that the scenario declares ordered. */
  private isFixed(address: number, bytes: number): boolean {
    for (let i = 0; i < this.starts.length; i++)
      if (address + bytes > this.starts[i] && address < this.ends[i]) return true;
    return false;
  }
}

const FROM_ANYWHERE: Approach = { writes: false, isAtomic: false, inSection: false, isFree: false };

/** The approach that follows from an access's operation alone. */
const USES: Readonly<Record<MemoryIssued['operation'], Approach>> = {
  load: FROM_ANYWHERE,
  store: { ...FROM_ANYWHERE, writes: true },
  atomic: { ...FROM_ANYWHERE, writes: true, isAtomic: true },
};

/** The approach of an instruction, and the operation for which it was computed. */
interface KnownApproach {
  readonly operation: MemoryIssued['operation'];
  readonly approach: Approach;
}

function memoryNamed({ memory }: Pick<Scenario, 'memory'>, name: string): MemoryObject {
  const object = memory.find((candidate) => candidate.name === name);
  if (object === undefined) throw new Error(`ordered memory ${name} is not a memory object of the scenario`);
  return object;
}
