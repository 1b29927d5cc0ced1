/** A value at a cycle: a number, a string, or undefined for none (`x`, or an empty string). */
export interface Change {
  readonly cycle: number;
  readonly value: number | string | undefined;
}

/** A signal in a wave viewer. */
export interface Signal {
  /** Scope names, outermost first. */
  readonly scope: readonly string[];
  readonly name: string;
  /** Bits of a number; `text` for states and other words. */
  readonly width: number | 'text';
  /** By cycle; within a cycle, the last one counts. */
  readonly changes: readonly Change[];
}

/** Signals written while a stream is read. */
export class SignalBook {
  private readonly signals = new Map<string, { signal: Omit<Signal, 'changes'>; changes: Change[] }>();

  /** Sets a signal's value from a cycle; the first value creates the signal. */
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

  /** All signals, grouped by scope, with numbers in names in numeric order. */
  all(): Signal[] {
    const byName = [...this.signals].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    return byName.map(([, { signal, changes }]) => ({ ...signal, changes: settle(changes) }));
  }
}

/** The changes in cycle order: one value per cycle, without repeats of the previous value. */
function settle(changes: readonly Change[]): Change[] {
  const sorted = [...changes].sort((a, b) => a.cycle - b.cycle);
  const last = sorted.filter(({ cycle }, i) => sorted[i + 1]?.cycle !== cycle);
  return last.filter(({ value }, i) => i === 0 || last[i - 1]!.value !== value);
}

/** Dotted name of a signal. */
export function pathOf({ scope, name }: Pick<Signal, 'scope' | 'name'>): string {
  return [...scope, name].join('.');
}
