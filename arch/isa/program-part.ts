import type { WaveSize } from '../chips.js';
import { getGeneration, type InstructionSet } from '../instruction-set.js';
import { CompileContext, type ConstantPool } from './compile/context.js';
import { type IndexedOperands, updateIndexedOperands } from './compile/gpr-index.js';
import { isFailure, type RawInstruction } from './decode/raw.js';
import { splitCached } from './decode/raw-cache.js';
import { compileDraft, type Draft, makeIllegalDraft } from './draft.js';
import type { Instruction } from './instruction.js';

/** The control instructions after which execution never continues with the next instruction. */
const TERMINATORS: readonly string[] = ['end', 'end-ordered', 'branch', 'setpc'];

function fallsThrough({ row }: RawInstruction): boolean {
  return row.family !== 'control' || !TERMINATORS.includes(row.control);
}

/**
 * One part of a program, consisting of the instructions that are reachable from the first one. Branches encode their
 * targets. If any jump takes its target from registers, all other decodable words also count as instructions because
 * the jump may reach them. The remaining words are data.
 */
export class ProgramPart {
  /** The drafts, by dword offset. */
  readonly #drafts = new Map<number, Draft>();
  /** Offsets of the instructions that use relative register indexing. */
  readonly #indexedOffsets = new Set<number>();
  /** Offsets of every word but the first of each instruction. */
  readonly #innerOffsets = new Set<number>();
  readonly #targets: number[] = [0];
  #hasJumps = false;

  /** @param pc byte offset of this part's first word in the program */
  constructor(
    private readonly words: ArrayLike<number>,
    readonly pc: number,
    private readonly pool: ConstantPool,
    private readonly set: InstructionSet,
    private readonly wave: WaveSize,
  ) {
    for (let next = this.#targets.pop(); next !== undefined; next = this.#targets.pop()) this.#follow(next);
    if (this.#hasJumps) this.#sweep();
  }

  get endPc(): number {
    return this.pc + this.words.length * 4;
  }

  /**
   * Returns the instructions in pc order, with indices starting at `first`. Branches out of the part, or into a
   * sequence of instructions that use relative register indexing, become illegal instructions.
   */
  link(first: number): Instruction[] {
    const offsets = [...this.#drafts.keys()].sort((a, b) => a - b);
    const indexByPc = new Map(offsets.map((offset, i) => [this.pc + offset * 4, first + i]));
    return offsets.map((offset, i) => {
      const { instruction, targetPc } = this.#drafts.get(offset)!;
      const index = first + i;
      if (instruction.kind !== 'branch') return { ...instruction, index };
      const target = this.#canEnter(targetPc) ? indexByPc.get(targetPc) : undefined;
      if (target !== undefined) return { ...instruction, index, target };
      const reason = `branch outside the program, to byte ${targetPc}`;
      const { pc, words, mnemonic } = instruction;
      return { ...makeIllegalDraft(pc, words, mnemonic, reason).instruction, index };
    });
  }

  /** Returns whether a branch may target a pc. It may not enter a sequence with relative register indexing. */
  #canEnter(pc: number): boolean {
    return !this.#indexedOffsets.has((pc - this.pc) / 4);
  }

  /** Decodes from `start` until execution cannot fall through, recording branch targets. Instructions never overlap. */
  #follow(start: number): void {
    if (this.#innerOffsets.has(start)) return;
    let indexed: IndexedOperands;
    for (let offset = start; offset < this.words.length && !this.#drafts.has(offset); ) {
      const raw = splitCached(this.words, offset, this.set);
      const pc = this.pc + offset * 4;
      const reason = isFailure(raw) ? raw.reason : this.#claim(offset, raw.words.length);
      if (isFailure(raw) || reason !== undefined)
        this.#drafts.set(offset, makeIllegalDraft(pc, raw.words, 'illegal', reason ?? ''));
      else {
        const context = this.#makeContext(raw, pc, indexed);
        if (indexed !== undefined) this.#indexedOffsets.add(offset);
        this.#addDraft(offset, compileDraft(raw, pc, context));
        if (!fallsThrough(raw)) return;
        indexed = updateIndexedOperands(raw.row, indexed, context);
      }
      offset += raw.words.length;
    }
  }

  /** Claims all but the first word of an instruction. Returns an error message if another instruction starts there. */
  #claim(offset: number, length: number): string | undefined {
    for (let inner = offset + 1; inner < offset + length; inner++) {
      if (this.#drafts.has(inner)) return `overlaps the instruction at byte ${this.pc + inner * 4}`;
      this.#innerOffsets.add(inner);
    }
    return undefined;
  }

  #makeContext(raw: RawInstruction, pc: number, indexed: IndexedOperands): CompileContext {
    return new CompileContext(raw, getGeneration(this.set), this.wave, this.pool, pc, indexed);
  }

  #addDraft(offset: number, draft: Draft): void {
    this.#drafts.set(offset, draft);
    if (draft.instruction.kind === 'setpc') this.#hasJumps = true;
    const target = (draft.targetPc - this.pc) / 4;
    if (draft.instruction.kind === 'branch' && target >= 0) this.#targets.push(target);
  }

  /** Decodes the gaps between known instructions, starting wherever an instruction can start. */
  #sweep(): void {
    for (let offset = 0; offset < this.words.length; ) {
      if (!this.#drafts.has(offset) && this.#canStart(offset)) this.#targets.push(offset);
      for (let next = this.#targets.pop(); next !== undefined; next = this.#targets.pop()) this.#follow(next);
      offset += this.#drafts.get(offset)?.instruction.words.length ?? 1;
    }
  }

  #canStart(offset: number): boolean {
    const raw = splitCached(this.words, offset, this.set);
    if (isFailure(raw) || this.#innerOffsets.has(offset)) return false;
    const pc = this.pc + offset * 4;
    return compileDraft(raw, pc, this.#makeContext(raw, pc, undefined)).instruction.kind !== 'illegal';
  }
}
