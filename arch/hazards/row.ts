import type { Gfx, WaveSize } from '../chips.js';
import { getGenerationEntry, type SinceGeneration } from '../since-generation.js';
import type { HazardFacts } from './facts.js';

/**
 * Registers that an instruction leaves behind or needs, numbered as in `HazardFacts`. Hazards without a register use 0.
 */
export type Registers = readonly number[];

/** One instruction of a hazard, and what happens until the next one. */
export interface Stage {
  /** The registers that an instruction leaves pending. After the first stage, also depends on a pending register. */
  readonly begins: (facts: HazardFacts, pending: number) => Registers;
  /** After the first stage, the classes of the instructions that begin it; all by default. */
  readonly classes?: number;
  /** Whether an instruction ends the hazard of a register. */
  readonly ends?: (facts: HazardFacts, register: number, age: number) => boolean;
  /** How much an instruction adds to the age of what is pending; 0 by default. */
  readonly counts?: (facts: HazardFacts) => number;
  /** Whether the age of the previous stage goes on; otherwise it starts at 0. */
  readonly continues?: true;
  /** The age at which the hazard is over; by default, never. */
  readonly limit?: number;
}

/** A sequence of instructions that is a hazard unless something between them ends it. */
export interface Form {
  /** The instructions before the last one, in program order. */
  readonly stages: readonly Stage[];
  /** The registers that the last instruction of the hazard uses; empty for other instructions. */
  readonly last: (facts: HazardFacts) => Registers;
  /** Whether the last instruction is safe because of its own fields or implied waits. */
  readonly isSafe?: (facts: HazardFacts, age: number) => boolean;
}

/** Who documents a hazard: both LLVM and Mesa (2), or only LLVM (L), Mesa (M) or AMD's manuals (I). */
export type Certainty = '2' | 'L' | 'M' | 'I' | 'M, I' | 'L, I';

/** What all rows have: what they say, where it is said, and an example. */
interface Statement {
  readonly id: string;
  readonly generations: readonly Gfx[];
  /** Absent if both wave sizes are affected. */
  readonly wave?: WaveSize;
  readonly consequence: string;
  readonly source: string;
  readonly sure: Certainty;
  /** Assembly text that violates the row; its last line is where the hazard shows. Per generation if syntax differs. */
  readonly example?: string | Partial<SinceGeneration<string>>;
}

/** What happens in a run that violates a row. */
export interface HazardEffect {
  /**
   * `stale`: the last instruction reads what the registers contained before. `poison`: it reads something that no
   * document names. `late`: the first instruction reads what the last one writes, or poison if that is a memory access.
   */
  readonly shows: 'stale' | 'poison' | 'late';
  /** The registers concerned, if they are not those that the form leaves pending. */
  readonly registers?: (pending: number, last: HazardFacts) => Registers;
  /** Whether the first instruction writes its result after the last one, which loses what it writes there. */
  readonly losesWrites?: true;
}

/** A hazard between instructions. */
export interface HazardRow extends Statement {
  /** What comes first, as the subject of a sentence. */
  readonly producer: string;
  /** What must not follow too early. */
  readonly consumer: string;
  /** What must be between them. */
  readonly needs: string;
  /** For hazards that only wait states end, their number. */
  readonly waitStates?: number;
  /** For other hazards, the cheapest text that ends it if inserted before the last instruction, or what to change (`getFix`). */
  readonly fix?: string | SinceGeneration<string>;
  /** Bits of the last instruction's first word to clear, if that ends it. */
  readonly clears?: number;
  /** What a run shows if it is violated. Absent if the documents do not say, or if it is not modelled. */
  readonly effect?: HazardEffect;
  /** How to recognise it. Absent if it is listed but not judged. */
  readonly forms?: readonly Form[];
  /** Why it is not judged. */
  readonly unjudged?: string;
}

/** Returns a row's fix as a generation writes it; empty if there is none. */
export function getFix({ fix = '' }: HazardRow, gfx: Gfx): string {
  return typeof fix === 'string' ? fix : getGenerationEntry(fix, gfx);
}

/** A rule about the operands of one instruction. */
export interface OperandRow extends Statement {
  /** What must hold, as a clause. */
  readonly requires: string;
  /** What to do about it, as an imperative. */
  readonly fix: string;
  /** Text that mends it if inserted after the instruction. */
  readonly after?: string;
  /** Why it is not judged. */
  readonly unjudged?: string;
  /** Says what is wrong with an instruction, given a function that lists so many that follow in memory; undefined if nothing is, or if not judged. */
  readonly describe: (
    facts: HazardFacts,
    following: (count: number) => readonly HazardFacts[],
  ) => string | undefined;
}
