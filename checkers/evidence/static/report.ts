import { type DecodedProgram, type Instruction, printInstruction } from '../../../arch/index.js';
import type { PartLength, RuleId } from '../../../transactions/index.js';
import type { Path, Trail } from './path.js';
import { describeWorld } from './world.js';

/** The text of a judge's finding about an instruction. The location and steps come from the path. */
interface FindingText {
  readonly allowed: string;
  readonly observed: string;
  readonly hint: string;
}

/** A violation on a path of a program, whether or not a run took that path. */
export interface StaticFinding extends FindingText {
  readonly pc: number;
  readonly instruction: string;
  readonly steps: readonly string[];
}

/** Indices of the memory instructions that at least one path executes in the section. */
export interface SectionCode {
  readonly accesses: Set<number>;
  /** The instructions that only read objects that no path writes. */
  readonly pureReads: Set<number>;
}

/**
 * An access outside the section that uses the same descriptor as an access inside it, where at least one of the two is
 * a write.
 */
export interface OutsideAccess {
  /** The instruction's index. */
  readonly index: number;
  /** The finding to report if the access turns out to share addresses with the section. */
  readonly finding: StaticFinding;
}

/** Maximum number of steps in a witness. The oldest ones are omitted. */
const MAX_STEPS = 24;

/**
 * Collects the judges' findings, and how often each rule was armed, across all paths of a program. Keeps the first
 * finding for each rule, which is also the shortest.
 */
export class StaticReport {
  readonly findings = new Map<RuleId, StaticFinding>();
  readonly armed = new Map<RuleId, number>();
  readonly section: SectionCode = { accesses: new Set(), pureReads: new Set() };
  /** Instructions that at least one path runs while its section is open, by index. Waits and branches are omitted. */
  readonly region = new Set<number>();
  /** The accesses that PROTO-08 checks by address in a run. */
  readonly outsideAccesses: OutsideAccess[] = [];
  /** Instructions that only access objects that the section never touches, by index. */
  readonly outsideOnly = new Set<number>();
  /** Instructions at which paths ended because there is no table entry for them. */
  readonly unsupported = new Set<Instruction>();
  /** Whether there were too many paths to follow all of them. */
  incomplete = false;

  constructor(
    readonly program: DecodedProgram,
    /** Whether the collision argument's register is known. Without it, polls cannot be checked. */
    readonly isArgumentKnown: boolean,
    /** The parts that the program was concatenated from; undefined if unknown. */
    readonly parts?: readonly PartLength[],
    /** Whether lanes of a wave take turns in the section (S-061). */
    readonly hasLayers = false,
  ) {}

  arm(rule: RuleId): void {
    this.armed.set(rule, (this.armed.get(rule) ?? 0) + 1);
  }

  addFinding(rule: RuleId, path: Path, instruction: Instruction, text: FindingText): void {
    if (!this.findings.has(rule)) this.findings.set(rule, this.createFinding(path, instruction, text));
  }

  /** Creates a finding about an instruction on a path, with the path as the witness. */
  createFinding(path: Path, instruction: Instruction, text: FindingText): StaticFinding {
    const printed = this.print(instruction);
    const isLastStep = path.trail?.instruction === instruction;
    const last = isLastStep ? [] : [`pc 0x${instruction.pc.toString(16)}: ${printed}`];
    const steps = [...this.listSteps(path), ...last];
    return { ...text, pc: instruction.pc, instruction: printed, steps };
  }

  /** Returns an instruction's name for messages. */
  getName(instruction: Instruction): string {
    return `pc 0x${instruction.pc.toString(16)} (${this.print(instruction)})`;
  }

  /** Returns an instruction's text. */
  print(instruction: Instruction): string {
    return printInstruction(instruction, this.program.set, this.program.wave);
  }

  private listSteps(path: Path): string[] {
    const steps: string[] = [];
    let step: Trail | undefined = path.trail;
    for (; step !== undefined && steps.length < MAX_STEPS; step = step.before) {
      const note = step.note === '' ? '' : `, ${step.note}`;
      steps.push(`pc 0x${step.instruction.pc.toString(16)}: ${this.print(step.instruction)}${note}`);
    }
    if (step !== undefined) steps.push('earlier steps omitted');
    if (this.isArgumentKnown) steps.push(describeWorld(path.world));
    return steps.reverse();
  }
}
