import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { printInstruction } from '../../../arch/index.js';
import type { PartLength, RuleId } from '../../../transactions/index.js';
import type { Path } from './path.js';
import type { Trail } from './trail.js';
import { worldText } from './world.js';

/** A judge's finding about one instruction on one path. Its location and steps come from the path. */
export interface PathWords {
  readonly allowed: string;
  readonly observed: string;
  readonly hint: string;
}

/** A violation on some path of a program, whether a run took that path or not. */
export interface StaticFinding extends PathWords {
  readonly pc: number;
  readonly instruction: string;
  readonly steps: readonly string[];
}

/** The memory instructions that are in a section on some path, by index. */
export interface SectionCode {
  readonly accesses: Set<number>;
  /** Accesses that only read objects which no path of the program writes. */
  readonly readsOnly: Set<number>;
}

/** An access outside the section, through a descriptor that the section also uses, if either of them writes. */
export interface OutsideAccess {
  /** Index of its instruction. */
  readonly index: number;
  /** The finding, if its addresses turn out to be those of the section. */
  readonly finding: StaticFinding;
}

/** Maximum number of steps in a witness; the oldest ones are dropped. */
const MAX_STEPS = 24;

/**
 * Collects the judges' armed counts and findings on all paths of one program. For each rule, it keeps the
 * first finding, which is the shortest.
 */
export class StaticReport {
  readonly findings = new Map<RuleId, StaticFinding>();
  readonly armed = new Map<RuleId, number>();
  readonly section: SectionCode = { accesses: new Set(), readsOnly: new Set() };
  /** The instructions that some path runs while its section is open, by index, except waits and branches. */
  readonly region = new Set<number>();
  /** The accesses that PROTO-08 checks against the addresses seen in a run. */
  readonly outside: OutsideAccess[] = [];
  /** The instructions that access known objects which no path accesses in its section, by index. */
  readonly outsideOnly = new Set<number>();
  /** Instructions without a table entry, at which paths ended. */
  readonly unfollowed = new Set<Instruction>();
  /** Whether paths were cut off because there were too many. */
  incomplete = false;

  constructor(
    readonly program: DecodedProgram,
    /** Whether the register of the collision argument is known, without which no poll can be judged. */
    readonly knowsArgument: boolean,
    /** The parts from which the program was concatenated; undefined if unknown. */
    readonly parts?: readonly PartLength[],
    /** Whether lanes of one wave alternate in the section (S-061). */
    readonly takesLayers = false,
  ) {}

  arm(rule: RuleId): void {
    this.armed.set(rule, (this.armed.get(rule) ?? 0) + 1);
  }

  find(rule: RuleId, path: Path, instruction: Instruction, words: PathWords): void {
    if (!this.findings.has(rule)) this.findings.set(rule, this.finding(path, instruction, words));
  }

  /** Creates a finding about an instruction on a path, with the path as its witness. */
  finding(path: Path, instruction: Instruction, words: PathWords): StaticFinding {
    const text = this.text(instruction);
    const isTaken = path.trail?.instruction === instruction;
    const last = isTaken ? [] : [`pc 0x${instruction.pc.toString(16)}: ${text}`];
    const steps = [...this.steps(path), ...last];
    return { ...words, pc: instruction.pc, instruction: text, steps };
  }

  /** Returns the name of an instruction for sentences. */
  name(instruction: Instruction): string {
    return `pc 0x${instruction.pc.toString(16)} (${this.text(instruction)})`;
  }

  private text(instruction: Instruction): string {
    return printInstruction(instruction, this.program.set, this.program.wave);
  }

  private steps(path: Path): string[] {
    const steps: string[] = [];
    let step: Trail | undefined = path.trail;
    for (; step !== undefined && steps.length < MAX_STEPS; step = step.before) {
      const note = step.note === '' ? '' : `, ${step.note}`;
      steps.push(`pc 0x${step.instruction.pc.toString(16)}: ${this.text(step.instruction)}${note}`);
    }
    if (step !== undefined) steps.push('earlier steps omitted');
    if (this.knowsArgument) steps.push(worldText(path.world));
    return steps.reverse();
  }
}
