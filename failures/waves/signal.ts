/** A signal's new value at a cycle: a number, a string, or undefined for none (shown as `x` or an empty string). */
export interface Change {
  readonly cycle: number;
  readonly value: number | string | undefined;
}

/** A signal in a wave viewer. */
export interface Signal {
  /** Scope names, outermost first. */
  readonly scope: readonly string[];
  readonly name: string;
  /** The width of a number in bits; `text` for states and other strings. */
  readonly width: number | 'text';
  /** In cycle order, with at most one change per cycle. */
  readonly changes: readonly Change[];
}

/** Collects signals as a stream is read. */
export class SignalCollector {
  private readonly signals = new Map<string, { signal: Omit<Signal, 'changes'>; changes: Change[] }>();

  /**
   * Sets a signal's value from the given cycle on, creating the signal if it is new. Within a cycle, the last value
   * wins.
   */
  set(
    scope: readonly string[],
    name: string,
    width: Signal['width'],
    cycle: number,
    value: Change['value'],
  ): void {
    const key = [...scope, name].join('.');
    const entry = this.signals.get(key) ?? { signal: { scope, name, width }, changes: [] };
    this.signals.set(key, entry);
    entry.changes.push({ cycle, value });
  }

  /** Returns all signals, grouped by scope and sorted by name. Numbers in names sort numerically. */
  all(): Signal[] {
    const byName = [...this.signals].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    return byName.map(([, { signal, changes }]) => ({ ...signal, changes: deduplicate(changes) }));
  }
}

/** Sorts changes by cycle. Keeps only the last change in each cycle, and drops those that repeat the previous value. */
function deduplicate(changes: readonly Change[]): Change[] {
  const sorted = [...changes].sort((a, b) => a.cycle - b.cycle);
  const lastPerCycle = sorted.filter(({ cycle }, i) => sorted[i + 1]?.cycle !== cycle);
  return lastPerCycle.filter(({ value }, i) => i === 0 || lastPerCycle[i - 1]!.value !== value);
}

/** Returns a signal's scope and name, joined by dots. */
export function formatSignalPath({ scope, name }: Pick<Signal, 'scope' | 'name'>): string {
  return [...scope, name].join('.');
}
