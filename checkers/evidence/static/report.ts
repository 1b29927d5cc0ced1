import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { printInstruction } from '../../../arch/index.js';
import type { PartLength, RuleId } from '../../../transactions/index.js';
import type { Path } from './path.js';
import type { Trail } from './trail.js';
import { worldText } from './world.js';

/** A judge's finding about one instruction on one path; place and steps follow from the path. */
export interface PathWords {
  readonly allowed: string;
  readonly observed: string;
  readonly hint: string;
}

/** A violation that some path of a program commits, whether a run took that path or not. */
export interface StaticFinding extends PathWords {
  readonly pc: number;
  readonly instruction: string;
  readonly steps: readonly string[];
}

/** The memory instructions of a section, by index: those that lie in it on some path. */
export interface SectionCode {
  readonly accesses: Set<number>;
  /** Those of them that read objects which no path of the program writes. */
  readonly readsOnly: Set<number>;
}

/** An access outside the section, through a descriptor that the section writes or reads what it writes through. */
export interface OutsideAccess {
  /** Index of its instruction. */
  readonly index: number;
  /** The finding if its addresses turn out to be those of the section. */
  readonly finding: StaticFinding;
}

/** Steps of a witness at most; the oldest are left out. */
const STEPS_MAX = 24;

/** Collects what arms the judges, and their findings, on all paths of one program: of each rule the first finding, which is the shortest. */
export class StaticReport {
  readonly findings = new Map<RuleId, StaticFinding>();
  readonly armed = new Map<RuleId, number>();
  readonly section: SectionCode = { accesses: new Set(), readsOnly: new Set() };
  /** Instructions that some path runs while its section is open, by index; waits and branches aside. */
  readonly region = new Set<number>();
  /** Accesses that PROTO-08 holds against the addresses that a run shows. */
  readonly outside: OutsideAccess[] = [];
  /** Instructions that access known objects which no path accesses in its section, by index. */
  readonly apart = new Set<number>();
  /** Instructions that no table entry explains and that ended paths. */
  readonly unfollowed = new Set<Instruction>();
  /** Paths ended because there were too many. */
  incomplete = false;

  constructor(
    readonly program: DecodedProgram,
    /** Whether the place of the collision argument is known, without which no poll can be judged. */
    readonly knowsArgument: boolean,
    /** Parts that the program was concatenated from; undefined if unknown. */
    readonly parts?: readonly PartLength[],
    /** Whether lanes of one wave take turns in the section (S-061). */
    readonly takesLayers = false,
  ) {}

  arm(rule: RuleId): void {
    this.armed.set(rule, (this.armed.get(rule) ?? 0) + 1);
  }

  find(rule: RuleId, path: Path, instruction: Instruction, words: PathWords): void {
    if (!this.findings.has(rule)) this.findings.set(rule, this.finding(path, instruction, words));
  }

  /** A finding about an instruction on a path, with the path as its witness. */
  finding(path: Path, instruction: Instruction, words: PathWords): StaticFinding {
    const text = this.text(instruction);
    const steps = [...this.steps(path), `pc 0x${instruction.pc.toString(16)}: ${text}`];
    return { ...words, pc: instruction.pc, instruction: text, steps };
  }

  /** An instruction as sentences name it. */
  name(instruction: Instruction): string {
    return `pc 0x${instruction.pc.toString(16)} (${this.text(instruction)})`;
  }

  private text(instruction: Instruction): string {
    return printInstruction(instruction, this.program.set, this.program.wave);
  }

  private steps(path: Path): string[] {
    const steps: string[] = [];
    let step: Trail | undefined = path.trail;
    for (; step !== undefined && steps.length < STEPS_MAX; step = step.before) {
      const note = step.note === '' ? '' : `, ${step.note}`;
      steps.push(`pc 0x${step.instruction.pc.toString(16)}: ${this.text(step.instruction)}${note}`);
    }
    if (step !== undefined) steps.push('earlier steps omitted');
    if (this.knowsArgument) steps.push(worldText(path.world));
    return steps.reverse();
  }
}
