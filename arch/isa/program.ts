import type { WaveSize } from '../chips.js';
import { getGeneration, type InstructionSet } from '../instruction-set.js';
import { ConstantPool } from './compile/context.js';
import { type IndexedOperands, updateIndexedOperands } from './compile/gpr-index.js';
import { isFailure, type RawInstruction } from './decode/raw.js';
import { splitCached } from './decode/raw-cache.js';
import { compileDraft, type Draft, type DraftTarget, makeIllegal } from './draft.js';
import type { DecodedProgram, EpilogCode, EpilogLocation, Instruction } from './instruction.js';

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
class ProgramPart {
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
    private readonly set: InstructionSet,
    private readonly target: DraftTarget,
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
      const pc = this.pc + offset * 4;
      const index = first + i;
      if (instruction.kind !== 'branch') return { ...instruction, pc, index };
      const target = this.#canEnter(targetPc) ? indexByPc.get(targetPc) : undefined;
      if (target !== undefined) return { ...instruction, pc, index, target };
      return makeIllegal({ ...instruction, pc, index }, `branch outside the program, to byte ${targetPc}`);
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
      if (isFailure(raw) || reason !== undefined) {
        const illegal = makeIllegal({ pc, index: -1, words: raw.words, mnemonic: 'illegal' }, reason ?? '');
        this.#drafts.set(offset, { instruction: illegal, targetPc: -1 });
      } else {
        if (indexed !== undefined) this.#indexedOffsets.add(offset);
        const target = indexed === undefined ? this.target : { ...this.target, indexed };
        this.#addDraft(offset, compileDraft(raw, pc, target));
        if (!fallsThrough(raw)) return;
        indexed = updateIndexedOperands(raw.row, indexed, raw);
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
    return compileDraft(raw, pc, this.target).instruction.kind !== 'illegal';
  }
}

/**
 * Returns the indices of the instructions that may run after the given one. The list is empty after an end
 * instruction, an undecodable word, or a branch out of the program. If execution can run off the end, the list
 * includes the index one past the last instruction. `s_setpc` reaches only the epilog.
 */
export function getSuccessors(
  { kind, mnemonic, index, target }: Instruction,
  epilog: EpilogLocation | undefined,
): number[] {
  if (kind === 'end' || kind === 'illegal') return [];
  if (kind === 'setpc') return epilog === undefined ? [] : [epilog.index];
  if (mnemonic === 's_branch') return [target];
  return target >= 0 ? [target, index + 1] : [index + 1];
}

/** Returns the number of vector registers up to the highest one used; at least 1. */
function countVgprs(instructions: readonly Instruction[]): number {
  let highest = 0;
  for (const { uses, defines } of instructions) {
    for (const { vectors } of [uses, defines]) highest = Math.max(highest, vectors.at(-1) ?? 0);
  }
  return highest + 1;
}

/** Alignment of code in memory, in bytes. An epilog's pcs start at the first multiple after the main part. */
const PART_ALIGNMENT = 256;

/** Creates the guard after the main part, which stops a wave that runs past the end from entering the epilog. */
function makeGuard(pc: number, index: number): Instruction {
  return makeIllegal({ pc, index, words: [], mnemonic: 'illegal' }, 'ran past the end of the program');
}

function buildPcIndex(instructions: readonly Instruction[], bytes: number): Int32Array {
  const indexByPc = new Int32Array(bytes >> 2).fill(-1);
  for (const { pc, index, words } of instructions) if (words.length > 0) indexByPc[pc >> 2] = index;
  return indexByPc;
}

/**
 * Decodes the instructions reachable from the first word (`ProgramPart`). Never fails: unknown or truncated
 * instructions, and branches to a pc where no instruction starts, become instructions of kind `illegal`. Unreachable
 * words are data, not instructions.
 *
 * @param words dwords from the start of the program
 * @param wave wave size to decode for
 * @param epilog second part, which can be reached only by `s_setpc`
 */
export function decodeProgram(
  words: ArrayLike<number>,
  set: InstructionSet,
  wave: WaveSize,
  epilog?: EpilogCode,
): DecodedProgram {
  const target = { gfx: getGeneration(set), wave, pool: new ConstantPool(), indexed: undefined };
  const main = new ProgramPart(words, 0, set, target);
  const instructions = main.link(0);
  let { endPc } = main;
  let location: EpilogLocation | undefined;
  if (epilog !== undefined) {
    instructions.push(makeGuard(endPc, instructions.length));
    const pc = Math.ceil((endPc + 1) / PART_ALIGNMENT) * PART_ALIGNMENT;
    const part = new ProgramPart(epilog.words, pc, set, target);
    location = { address: epilog.address, pc, index: instructions.length };
    for (const instruction of part.link(location.index)) instructions.push(instruction);
    endPc = part.endPc;
  }
  return {
    gfx: target.gfx,
    set,
    wave,
    instructions,
    ...(location && { epilog: location }),
    indexByPc: buildPcIndex(instructions, endPc),
    constants: target.pool.values(),
    vgprs: countVgprs(instructions),
  };
}

/**
 * Returns the index of the instruction that `s_setpc` jumps to for a byte address, or -1 if no instruction starts
 * there. The main part starts at address 0.
 */
export function getSetpcTarget({ epilog, indexByPc }: DecodedProgram, address: number): number {
  const isInEpilog = epilog !== undefined && address >= epilog.address;
  const pc = isInEpilog ? address - epilog.address + epilog.pc : address;
  if (pc % 4 !== 0 || (!isInEpilog && epilog !== undefined && pc >= epilog.pc)) return -1;
  return indexByPc[pc / 4] ?? -1;
}
