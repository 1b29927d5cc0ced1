import { lookup } from '../../arch/index.js';
import { findNearestName, type MapSample, UsageError } from '../../transactions/index.js';
import type { Bits, DumpSignal } from './value-changes.js';

/** The state at a clock edge, from which a map's values are read. */
export interface Sample extends MapSample {
  /** The bits of the signals that the map reads. */
  readonly bits: Bits;
}

/** A compiled expression. Returns a number, or undefined if any bits are unknown (x or z). */
export type Evaluate = (sample: Sample) => number | undefined;

/** The number of bits that a JavaScript number holds exactly. */
const NUMBER_BITS = 53;

/** Finds a dump's signals by their names within a scope, and records which are in use. */
export class Signals {
  /** The signals in use, in the order of their bits in a sample. */
  readonly tracked: DumpSignal[] = [];
  private readonly byPath: ReadonlyMap<string, DumpSignal>;
  private readonly indices = new Map<string, number>();
  private readonly scope: string;

  constructor(
    signals: readonly DumpSignal[],
    private readonly file: string,
    scope = '',
  ) {
    this.byPath = new Map(signals.map((signal) => [signal.path, signal]));
    this.scope = scope === '' ? '' : `${this.resolveScope(scope)}.`;
  }

  has(name: string): boolean {
    return this.byPath.has(this.scope + name);
  }

  /** Returns the index of a signal's bits in a sample. Throws `UsageError` for a name that is not in the dump. */
  indexOf(name: string): number {
    const path = this.scope + name;
    const knownIndex = this.indices.get(path);
    if (knownIndex !== undefined) return knownIndex;
    this.tracked.push(this.findSignal(name));
    this.indices.set(path, this.tracked.length - 1);
    return this.tracked.length - 1;
  }

  readSignal(name: string): Evaluate {
    const index = this.indexOf(name);
    return ({ bits }) => parseBits(bits[index] ?? 'x', name);
  }

  /** Reads `[9:4]` or `[4]`, with indices as declared. Bits outside the signal are unknown. */
  readSlice(name: string, left: number, right: number): Evaluate {
    const { left: first, right: last } = this.findSignal(name);
    const isDescending = first >= last;
    if (isDescending ? left < right : left > right)
      throw new UsageError(`"${name}[${left}:${right}]" is reversed: it is declared [${first}:${last}]`);
    return this.readBits(name, Math.min(left, right), Math.abs(left - right) + 1);
  }

  /** Reads `width` bits, starting at index `low`. */
  readBits(name: string, low: number, width: number): Evaluate {
    if (width > NUMBER_BITS)
      throw new UsageError(`cannot read ${width} bits of "${name}": the maximum is ${NUMBER_BITS}`);
    const index = this.indexOf(name);
    const { left, right } = this.findSignal(name);
    const start = left >= right ? left - low - width + 1 : low - left;
    return ({ bits }) => {
      const allBits = bits[index];
      if (allBits === undefined || start < 0 || start + width > allBits.length) return undefined;
      return parseBits(allBits.slice(start, start + width), name);
    };
  }

  /**
   * Returns the names in the scope that match a pattern, in the order of their numbers: `*` stands for any part of a
   * name without a dot, `**` for any part.
   */
  expand(pattern: string): string[] {
    const parts = pattern
      .split(/(\*\*?)/)
      .map((part) => GLOBS[part] ?? part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
    const expression = new RegExp(`^${parts.join('')}$`);
    return this.listNames()
      .filter((name) => expression.test(name))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  }

  private listNames(): string[] {
    return [...this.byPath.keys()]
      .filter((path) => path.startsWith(this.scope))
      .map((path) => path.slice(this.scope.length));
  }

  private findSignal(name: string): DumpSignal {
    const signal = this.byPath.get(this.scope + name);
    if (signal !== undefined) return rejectUnreadable(signal, this.file);
    const names = this.listNames();
    const matches = name.includes('*') ? this.expand(name) : [];
    if (matches.length === 1) return this.findSignal(matches[0]!);
    if (matches.length > 1)
      throw new UsageError(
        `signal "${name}" could be any of ${matches.length} in ${this.file}: ${matches.slice(0, 3).join(', ')}; a list in \`signals\` takes all`,
      );
    const nearest = findNearestName(name, names) ?? names.find((path) => path.endsWith(`.${name}`));
    const inScope = this.scope === '' ? '' : ` under ${this.scope.slice(0, -1)}`;
    const suggestion =
      nearest === undefined ? `the dump has ${names.length} signals${inScope}` : `did you mean ${nearest}?`;
    throw new UsageError(`unknown signal "${name}" in ${this.file}: ${suggestion}`);
  }

  /** Returns the full path of a scope, which the map may name without its parents, such as `TOP`. */
  private resolveScope(scope: string): string {
    const scopes = new Set([...this.byPath.keys()].flatMap(listScopes));
    const matches = [...scopes].filter((path) => path === scope || path.endsWith(`.${scope}`));
    const exact = matches.find((path) => path === scope) ?? matches[0];
    if (exact !== undefined && (exact === scope || matches.length === 1)) return exact;
    if (matches.length > 1)
      throw new UsageError(`scope "${scope}" could be any of ${matches.join(', ')} in ${this.file}`);
    const nearest = findNearestName(
      scope,
      [...scopes].flatMap((path) => [path, path.slice(path.lastIndexOf('.') + 1)]),
    );
    throw new UsageError(
      `unknown scope "${scope}" in ${this.file}: ${nearest === undefined ? `expected one of ${[...scopes].slice(0, 5).join(', ')}` : `did you mean ${nearest}?`}`,
    );
  }
}

/** What the wildcards of names stand for. */
const GLOBS: Readonly<Record<string, string>> = lookup({ '*': '[^.]*', '**': '.*' });

const BITLESS_TYPES: readonly string[] = ['real', 'realtime', 'string', 'event'];
/** The maximum number of bits in a signal that a map reads. */
const MAX_WIDTH = 2 ** 20;

/** Returns a signal unless it has no bits, or too many. Only signals that a map names are checked. */
function rejectUnreadable(signal: DumpSignal, file: string): DumpSignal {
  const { path, type, width } = signal;
  const isReadable =
    !BITLESS_TYPES.includes(type) && Number.isInteger(width) && width >= 1 && width <= MAX_WIDTH;
  if (isReadable) return signal;
  const what = BITLESS_TYPES.includes(type) ? `a ${type}` : `a $var of ${width} bits (maximum: ${MAX_WIDTH})`;
  throw new UsageError(`cannot read signal "${path}" in ${file}: it is ${what}; expected a value of bits`);
}

function listScopes(path: string): string[] {
  const parts = path.split('.');
  return parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join('.'));
}

function parseBits(bits: string, name: string): number | undefined {
  if (bits.length === 1) return bits === '1' ? 1 : bits === '0' ? 0 : undefined;
  if (bits.includes('x') || bits.includes('z')) return undefined;
  const value = Number.parseInt(bits, 2);
  if (value <= Number.MAX_SAFE_INTEGER) return value;
  throw new UsageError(
    `the value of "${name}" (${bits.length} bits) exceeds 2^53 - 1; read part of it, such as ${name}[31:0]`,
  );
}

/** Runs `action`, and prefixes its `UsageError` with `where`. */
export function prefixErrors<T>(where: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${where}: ${error.message}`);
    throw error;
  }
}
