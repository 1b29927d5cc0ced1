import { RULES } from '../../checkers/index.js';
import type { KnobName, KnobValues, RuleId, Violation } from '../../transactions/index.js';
import { KNOBS } from '../../transactions/index.js';

/** A knob value that a trace needs. */
export interface FittedKnob {
  readonly name: KnobName;
  readonly given: KnobValues[KnobName];
  /** The strictest value for which `rule` does not fire. */
  readonly needed: KnobValues[KnobName];
  readonly rule: RuleId;
}

/** The knob settings under which a trace is legal, or why there are none. */
export interface KnobFit {
  /** Whether no rule fires when the trace is rechecked with these settings. */
  readonly isLegal: boolean;
  readonly freedoms: readonly FittedKnob[];
  /** Why no knob settings were found that make the trace legal, in one sentence for each rule that still fires. */
  readonly obstacles: readonly string[];
  /** How many times the trace was checked. */
  readonly judgements: number;
}

/** The freedoms for which a smaller bound is more permissive. For the rest, larger is more permissive. */
const LOOSER_WHEN_SMALLER: readonly KnobName[] = ['formationTimeout', 'regionSize'];

/** Checks the trace with the given freedoms instead of the scenario's. */
type TraceCheck = (freedoms: Partial<KnobValues>) => Promise<{ readonly violations: readonly Violation[] }>;

/**
 * Finds freedoms under which no rule fires. Because bounds are monotone, the search fully relaxes the freedoms of each
 * rule that fires, then tightens them one by one as far as possible without making the rule fire. The search fails if
 * a rule depends on no freedoms, still fires with its freedoms fully relaxed, or fires again with the values found for
 * other rules.
 */
export async function fitKnobs(judge: TraceCheck, given: KnobValues): Promise<KnobFit> {
  return new FitSearch(judge, given).search();
}

class FitSearch {
  private readonly needed = new Map<KnobName, FittedKnob>();
  private readonly fitted = new Set<RuleId>();
  private checkCount = 0;

  constructor(
    private readonly judge: TraceCheck,
    private readonly given: KnobValues,
  ) {}

  async search(): Promise<KnobFit> {
    for (;;) {
      const fired = await this.findErrors({});
      const obstacles = [...fired.values()].flatMap((violation) => this.findObstacle(violation) ?? []);
      const [next] = fired.keys();
      if (next === undefined || obstacles.length > 0) return this.makeResult(obstacles);
      const obstacle = await this.fitRule(next);
      if (obstacle !== undefined) return this.makeResult([obstacle]);
      this.fitted.add(next);
    }
  }

  private makeResult(obstacles: readonly string[]): KnobFit {
    const freedoms = [...this.needed.values()];
    return { isLegal: obstacles.length === 0, freedoms, obstacles, judgements: this.checkCount };
  }

  /** Explains why no knob setting can keep a rule from firing, or returns undefined if one might. */
  private findObstacle({ rule, cycle }: Violation): string | undefined {
    if (getRuleBounds(rule).length === 0)
      return `${rule}, which fires at cycle ${cycle}, has no bound that a knob sets`;
    if (!this.fitted.has(rule)) return undefined;
    const needs = [...this.needed.values()].map(
      ({ name, needed, rule: otherRule }) => `${name} ${formatValue(needed)} (${otherRule})`,
    );
    return `${rule} at cycle ${cycle} fires again with the strictest values that satisfy each rule in turn: ${needs.join(', ')}`;
  }

  /** Sets a rule's freedoms to the strictest values for which it does not fire, or returns the reason if none exist. */
  private async fitRule(rule: RuleId): Promise<string | undefined> {
    const names = getRuleBounds(rule);
    const trial: Partial<Record<KnobName, KnobValues[KnobName]>> = {};
    for (const name of names) trial[name] = this.withBound(name, this.getLoosest(name));
    const remainingError = (await this.findErrors(trial as Partial<KnobValues>)).get(rule);
    if (remainingError !== undefined) {
      const loosestBounds = names.map((name) => `${name} ${formatValue(trial[name]!)}`);
      return `${rule} at cycle ${remainingError.cycle} fires even with ${loosestBounds.join(', ')}`;
    }
    const passes = async (name: KnobName, bound: number): Promise<boolean> =>
      !(await this.findErrors({ ...trial, [name]: this.withBound(name, bound) } as Partial<KnobValues>)).has(
        rule,
      );
    for (const name of names.toReversed()) {
      const current = getUpperBound(this.needed.get(name)?.needed ?? this.given[name]);
      const tightest = (await passes(name, current))
        ? current
        : await this.findNearestPassing(current, this.getLoosest(name), (bound) => passes(name, bound));
      trial[name] = this.withBound(name, tightest);
      if (tightest !== current)
        this.needed.set(name, { name, given: this.given[name], needed: trial[name], rule });
    }
    return undefined;
  }

  /** Finds the bound closest to `failing`, between `failing` and `passing`, for which `passes` is true. */
  private async findNearestPassing(
    failing: number,
    passing: number,
    passes: (bound: number) => Promise<boolean>,
  ): Promise<number> {
    let [low, high] = [failing, passing];
    while (Math.abs(high - low) > 1) {
      const middle = Math.trunc((low + high) / 2);
      if (await passes(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  private getLoosest(name: KnobName): number {
    const { min, max } = KNOBS[name];
    if (name === 'idWindow') return Math.min(max, this.given.idWrap);
    return LOOSER_WHEN_SMALLER.includes(name) ? min : max;
  }

  private withBound(name: KnobName, bound: number): KnobValues[KnobName] {
    const given = this.given[name];
    return typeof given === 'number' ? bound : [Math.min(given[0], bound), bound];
  }

  /** Checks the trace with `trial` applied on top of the values found so far, and returns each rule's first error. */
  private async findErrors(trial: Partial<KnobValues>): Promise<Map<RuleId, Violation>> {
    this.checkCount++;
    const known = Object.fromEntries([...this.needed.values()].map(({ name, needed }) => [name, needed]));
    const { violations } = await this.judge({ ...known, ...trial });
    const fired = new Map<RuleId, Violation>();
    for (const violation of violations)
      if (violation.severity === 'error' && !fired.has(violation.rule)) fired.set(violation.rule, violation);
    return fired;
  }
}

function getRuleBounds(rule: RuleId): readonly KnobName[] {
  return RULES.find(({ id }) => id === rule)?.bounds ?? [];
}

function getUpperBound(value: KnobValues[KnobName]): number {
  return typeof value === 'number' ? value : value[1];
}

function formatValue(value: KnobValues[KnobName]): string {
  return typeof value === 'number' ? String(value) : value.join('..');
}
