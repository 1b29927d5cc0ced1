import type {
  FindingText,
  FindingTime,
  Place,
  RuleFinding,
  RuleId,
  RuleJudge,
  Severity,
  Violation,
} from '../../../transactions/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import { WaveRecord } from '../ledger/wave-record.js';
import { locateAnyWave } from './any-wave.js';
import { locateWave } from './wording.js';

export type { RuleFinding as Finding } from '../../../transactions/index.js';

/** The properties of a rule that a `Judge` uses. */
export interface JudgedRule {
  readonly id: RuleId;
  readonly severity: Severity;
}

/** The text of a finding about a wave, with the instruction and what else belongs to the place. */
export interface WaveFinding extends FindingText {
  readonly pc?: number | undefined;
  readonly place?: Place;
}

/** Collects a rule's findings, counts how often it had something to check, and notes any missing data. */
export class Judge implements RuleJudge {
  /** Number of times that the rule had something to check. */
  armed = 0;
  /** Number of violations, whether stored or not. */
  fired = 0;
  /** Number of written memory locations that were compared. */
  compared = 0;
  /** Number of memory locations excluded from the comparison. */
  uncompared = 0;
  readonly violations: Violation[] = [];
  /** The stored violations that follow from the rule's `definiteNeeds` alone. */
  readonly definite: Violation[] = [];
  /** The first piece of missing data, or undefined if there is none. */
  missing: string | undefined;

  constructor(
    readonly rule: JudgedRule,
    private readonly maxStored: number,
    private readonly ledgers: Ledgers,
    private readonly onStored?: (violation: Violation) => void,
  ) {}

  /** Records that `data` is missing, unless it is undefined. Returns whether anything has been missing so far. */
  lacks(data: string | undefined): boolean {
    this.missing ??= data;
    return this.missing !== undefined;
  }

  /**
   * Counts a violation. Returns whether there is room to store it, in which case the caller describes it with `report`
   * or `reportAt`: `if (count > limit && judge.fires()) judge.reportAt(wave, t, { … })`. Unlike a closure, a text that
   * is only made there costs nothing when there is nothing to report.
   */
  fires(): boolean {
    this.fired++;
    return this.violations.length < this.maxStored;
  }

  /**
   * Counts a check, and a violation if its result is wrong: true, or a problem. Returns whether to describe it, as
   * `fires` does: `if (judge.finds(count > limit)) judge.reportAt(wave, t, { … })`.
   */
  finds(isWrong: boolean): boolean;
  finds<P>(problem: P | undefined): problem is P;
  finds(problem: unknown): boolean {
    this.armed++;
    return problem !== undefined && problem !== false && this.fires();
  }

  /** Stores the violation that `fires` counted. */
  report(finding: RuleFinding): void {
    const { id: rule, severity } = this.rule;
    const violation = { rule, severity, ...(hasSteps(finding) ? finding : addNoSteps(finding)) };
    this.violations.push(violation);
    this.onStored?.(violation);
  }

  /** Like `report`, for a violation by a pixel or background wave. */
  reportAt(
    wave: { readonly wave: number } | number,
    time: FindingTime,
    { unit, pc: findingPc, place: details, ...texts }: WaveFinding,
  ): void {
    const { cycle, pc = findingPc } = typeof time === 'number' ? { cycle: time } : time;
    const place =
      wave instanceof WaveRecord
        ? locateWave(this.ledgers, wave, pc)
        : locateAnyWave(this.ledgers, typeof wave === 'number' ? wave : wave.wave, pc);
    this.report({ cycle, unit, place: { ...place, ...details }, ...texts });
  }

  /** Counts a violation, and describes and stores it if there is room. */
  violate<A extends readonly unknown[]>(describe: (...args: A) => RuleFinding, ...args: A): void {
    if (this.fires()) this.report(describe(...args));
  }

  /** Counts a violation that follows from the rule's `definiteNeeds` alone. */
  violateDefinitely<A extends readonly unknown[]>(describe: (...args: A) => RuleFinding, ...args: A): void {
    const storedCount = this.violations.length;
    this.violate(describe, ...args);
    this.definite.push(...this.violations.slice(storedCount));
  }
}

function hasSteps(finding: RuleFinding): finding is RuleFinding & Pick<Violation, 'steps'> {
  return finding.steps !== undefined;
}

function addNoSteps({ cycle, unit, place, allowed, observed, hint, ...rest }: RuleFinding) {
  return { cycle, unit, place, allowed, observed, steps: [], hint, ...rest };
}
