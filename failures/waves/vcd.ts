import { getOrCreateList } from '../timeline/run-timeline.js';

/** A signal's new value at a cycle: a number, a string, or undefined for none (shown as `x` or an empty string). */
interface Change {
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

/** The first and last cycles to which a trace is trimmed, inclusive. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

/** The code of the first printable character that VCD allows in an identifier. */
const FIRST_CODE = 33;
/** The number of characters that VCD allows in identifiers. */
const CODE_COUNT = 94;

/**
 * Writes signals as a Value Change Dump (IEEE 1364-2005, chapter 18), with one nanosecond per cycle. Strings become
 * `string` variables, an extension that GTKWave and Surfer can read. The dump starts with the values at the window's
 * first cycle.
 */
export function formatVcd(signals: readonly Signal[], window: Window, comment: string): string {
  const codes = signals.map((_, i) => makeIdentifier(i));
  const changes = new Map<number, string[]>();
  const initial = signals.map((signal, i) => {
    let start: Signal['changes'][number] | undefined;
    for (const change of signal.changes) {
      if (change.cycle <= window.first) start = change;
      else if (change.cycle <= window.last)
        getOrCreateList(changes, change.cycle).push(formatValue(signal, change.value, codes[i]!));
    }
    return formatValue(signal, start?.value, codes[i]!);
  });
  const times = [...changes.keys()].sort((a, b) => a - b);
  return [
    `$comment ${comment.replaceAll('$', '')} $end`,
    '$timescale 1 ns $end',
    ...declareVariables(signals, codes),
    '$enddefinitions $end',
    `#${window.first}`,
    '$dumpvars',
    ...initial,
    '$end',
    ...times.flatMap((time) => [`#${time}`, ...changes.get(time)!]),
    ...(times.at(-1) === window.last ? [] : [`#${window.last}`]),
    '',
  ].join('\n');
}

/** Declares the variables, with `$scope` and `$upscope` around each scope. Signals must be grouped by scope. */
function declareVariables(signals: readonly Signal[], codes: readonly string[]): string[] {
  const lines: string[] = [];
  let openScopes: readonly string[] = [];
  signals.forEach(({ scope, name, width }, i) => {
    const firstDifference = scope.findIndex((scopeName, depth) => scopeName !== openScopes[depth]);
    const sharedDepth = firstDifference < 0 ? Math.min(scope.length, openScopes.length) : firstDifference;
    lines.push(...openScopes.slice(sharedDepth).map(() => '$upscope $end'));
    lines.push(...scope.slice(sharedDepth).map((scopeName) => `$scope module ${scopeName} $end`));
    openScopes = scope;
    const type = width === 'text' ? 'string 1' : `wire ${width}`;
    const range = width === 'text' || width === 1 ? '' : ` [${width - 1}:0]`;
    lines.push(`$var ${type} ${codes[i]} ${name}${range} $end`);
  });
  return [...lines, ...openScopes.map(() => '$upscope $end')];
}

function makeIdentifier(index: number): string {
  let code = '';
  for (let rest = index; ; rest = Math.floor(rest / CODE_COUNT) - 1) {
    code = String.fromCharCode(FIRST_CODE + (rest % CODE_COUNT)) + code;
    if (rest < CODE_COUNT) return code;
  }
}

function formatValue({ width }: Signal, value: number | string | undefined, code: string): string {
  if (width === 'text') return `s${escapeText(value)} ${code}`;
  if (width === 1) return `${value === undefined ? 'x' : Number(value) & 1}${code}`;
  return `b${value === undefined ? 'x' : toBits(Number(value), width)} ${code}`;
}

/** Replaces spaces with underscores, since they terminate strings in VCD. */
function escapeText(value: number | string | undefined): string {
  return String(value ?? '').replace(/[^\x21-\x7e]+/g, '_');
}

/** Returns the two's complement bits of a number. Uses BigInt because addresses are wider than 32 bits. */
function toBits(value: number, width: number): string {
  return BigInt.asUintN(width, BigInt(value)).toString(2);
}
