/** A value at a cycle: a number, a text, or undefined where there is none (`x`, or an empty text). */
export interface Change {
  readonly cycle: number;
  readonly value: number | string | undefined;
}

/** A signal as a wave viewer shows it. */
export interface Signal {
  /** Names from the outermost scope in. */
  readonly scope: readonly string[];
  readonly name: string;
  /** Bits of a number; `text` for states and other words. */
  readonly width: number | 'text';
  /** By cycle; of several in one cycle the last counts. */
  readonly changes: readonly Change[];
}

/** Signals that are written while a stream is read. */
export class SignalBook {
  private readonly signals = new Map<string, { signal: Omit<Signal, 'changes'>; changes: Change[] }>();

  /** Sets a signal from a cycle on; it comes into being with its first value. */
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

  /** All of them, those of a scope together, numbers in names in their order. */
  all(): Signal[] {
    const byName = [...this.signals].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    return byName.map(([, { signal, changes }]) => ({ ...signal, changes: settled(changes) }));
  }
}

/** In the order of cycles, one value a cycle, and only values that differ from the one before. */
function settled(changes: readonly Change[]): Change[] {
  const sorted = [...changes].sort((a, b) => a.cycle - b.cycle);
  const last = sorted.filter(({ cycle }, i) => sorted[i + 1]?.cycle !== cycle);
  return last.filter(({ value }, i) => i === 0 || last[i - 1]!.value !== value);
}

/** Dotted name of a signal. */
export function pathOf({ scope, name }: Pick<Signal, 'scope' | 'name'>): string {
  return [...scope, name].join('.');
}
