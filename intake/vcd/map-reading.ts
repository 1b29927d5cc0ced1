import { type MapSample, type SignalNames, UsageError } from '../../transactions/index.js';
import type { MapCompiler } from './field-templates.js';
import type { ConditionText, ExpressionText } from './signal-map.js';
import { type Evaluate, prefixErrors, type Sample, type Signals } from './signals.js';
import type { Bits } from './value-changes.js';

/** The name that stands for the cycle number, unless a signal has that name. */
const CYCLE = 'cycle';

const SLICE = /^(\d{1,9})(?::(\d{1,9}))?$/;
const PATH = /^[\w$.[\]:*]+$/;

/**
 * Parses the name of a signal or part of a signal (`id`, `slots[1].state`, `bus[9:4]`). Throws a `UsageError` without
 * the location of the name, which the caller adds.
 */
export function parseExpression(text: string, signals: Signals): Evaluate {
  if (signals.has(text)) return signals.readSignal(text);
  if (text === CYCLE) return ({ cycle }) => cycle;
  if (!PATH.test(text))
    throw new UsageError(
      `"${text.slice(0, 40)}" is neither a number nor the name of a signal or part of a signal; for other expressions, write the map as a module (docs/trace.md)`,
    );
  const bracket = text.endsWith(']') ? text.lastIndexOf('[') : -1;
  const [, left, right = left] = SLICE.exec(text.slice(bracket + 1, -1)) ?? [];
  if (bracket <= 0 || left === undefined) return signals.readSignal(text);
  return signals.readSlice(text.slice(0, bracket), Number(left), Number(right));
}

type Values = MapSample['now'];

/** Evaluates a map against a dump's signals and builds the sample passed to the map's functions at each edge. */
export class MapEvaluator implements MapCompiler {
  private readonly readers: readonly (readonly [name: string, read: Evaluate | readonly Evaluate[]])[];
  private before: Values;

  /** Compiles the map's signal names. Throws `UsageError` for a name that is not in the dump. */
  constructor(
    private readonly signals: Signals,
    pathsByName: SignalNames,
    private readonly wave: MapSample['wave'],
  ) {
    this.readers = Object.entries(pathsByName).map(([name, paths]) => [
      name,
      prefixErrors(`signals.${name}`, () =>
        typeof paths === 'string'
          ? this.compileExpression(paths)
          : paths.flatMap((path) => this.expand(path)).map((path) => this.compileExpression(path)),
      ),
    ]);
    this.before = this.readValues(undefined);
  }

  /** Returns the names that a list's entry stands for. */
  private expand(path: string): readonly string[] {
    const names = path.includes('*') ? this.signals.expand(path) : [];
    return names.length === 0 ? [path] : names;
  }

  compileExpression(text: ExpressionText): Evaluate {
    if (typeof text === 'string') return parseExpression(text, this.signals);
    if (typeof text !== 'function') return () => Number(text);
    return (sample) => {
      const value = Number(text(sample));
      return Number.isNaN(value) ? undefined : value;
    };
  }

  /** Compiles a condition. It is false if any of its bits are unknown. */
  compileCondition(text: ConditionText): Evaluate {
    if (typeof text !== 'object') return this.compileExpression(text);
    const comparisons = Object.entries(text).map(
      ([name, value]) => [this.compileExpression(name), Number(value)] as const,
    );
    return (sample) => Number(comparisons.every(([read, value]) => read(sample) === value));
  }

  readBits(signal: string, low: number, width: number): Evaluate {
    return this.signals.readBits(signal, low, width);
  }

  /** Returns the state at an edge. The previous call must have been for the preceding edge. */
  sample(bits: Bits, cycle: number): Sample {
    const { before } = this;
    const edge = { bits: [...bits], cycle, lane: Number.NaN, x: Number.NaN, y: Number.NaN };
    const now = this.readValues({ ...edge, now: before, before, changed: () => false, wave: this.wave });
    this.before = now;
    return { ...edge, now, before, changed: createChangeDetector(now, before), wave: this.wave };
  }

  private readValues(sample: Sample | undefined): Values {
    const readNumber = (read: Evaluate): number =>
      sample === undefined ? Number.NaN : (read(sample) ?? Number.NaN);
    const values = this.readers.map(([name, read]) => [
      name,
      typeof read === 'function' ? readNumber(read) : read.map(readNumber),
    ]);
    return Object.fromEntries(values) as Values;
  }
}

function createChangeDetector(now: Values, before: Values): MapSample['changed'] {
  const isKnown = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value);
  return (name, index = 0) => {
    const [oldValue, newValue] = [before, now].map((values) => [values[name] ?? []].flat()[index]);
    return isKnown(oldValue) && isKnown(newValue) && oldValue !== newValue;
  };
}
