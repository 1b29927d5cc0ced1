import { UsageError } from '../../transactions/index.js';
import { type Token, tokensOf } from './expression-tokens.js';
import { binary, unary } from './operators.js';
import type { Evaluate, Sample } from './sample.js';
import type { Signals } from './signals.js';

/** Names that an expression may use beside signals. */
export interface Names {
  readonly signals: Signals;
  /** Indices of `for`, which are fixed. */
  readonly indices: ReadonlyMap<string, number>;
  /** Expressions that the map gave names. */
  readonly given: ReadonlyMap<string, Evaluate>;
}

const PLACES: ReadonlyMap<string, Evaluate> = new Map<string, Evaluate>([
  ['cycle', ({ cycle }, at) => cycle - at],
  ['lane', ({ lane }) => lane],
  ['x', ({ x }) => x],
  ['y', ({ y }) => y],
]);

/** Operators from the loosest on; those of a row bind alike. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/**
 * Reads an expression of SystemVerilog's operators on integers: `valid && id[3:0] == 4'd2`. Throws `UsageError` that says what is wrong at
 * which place, for a caller that says where it stands.
 */
export function parseExpression(text: string, names: Names): Evaluate {
  return new Parser(tokensOf(text), names).whole();
}

class Parser {
  private next = 0;
  private isPast = false;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly names: Names,
  ) {}

  whole(): Evaluate {
    const value = this.choice();
    const { text } = this.tokens[this.next]!;
    if (text !== '') throw new UsageError(`"${text}" is unexpected`);
    return value;
  }

  private choice(): Evaluate {
    const condition = this.level(0);
    if (!this.takes('?')) return condition;
    const yes = this.choice();
    this.expect(':');
    const no = this.choice();
    return (sample, at) => {
      const found = condition(sample, at);
      return found === undefined ? undefined : (found === 0 ? no : yes)(sample, at);
    };
  }

  private level(row: number): Evaluate {
    const operators = LEVELS[row];
    if (operators === undefined) return this.prefixed();
    let left = this.level(row + 1);
    for (let operator = this.oneOf(operators); operator !== undefined; operator = this.oneOf(operators))
      left = binary(operator, left, this.level(row + 1));
    return left;
  }

  private prefixed(): Evaluate {
    const operator = this.oneOf(['!', '-']);
    return operator === undefined ? this.primary() : unary(operator, this.prefixed());
  }

  private primary(): Evaluate {
    const { kind, text, value } = this.tokens[this.next]!;
    this.next++;
    if (kind === 'number') return () => value;
    if (text === '(') {
      const inner = this.choice();
      this.expect(')');
      return inner;
    }
    if (kind !== 'name') throw new UsageError(text === '' ? 'it ends too early' : `"${text}" is unexpected`);
    return this.takes('(') ? this.call(text) : this.named(text);
  }

  private call(name: string): Evaluate {
    const wasPast = this.isPast;
    if (name.startsWith('$')) {
      if (wasPast)
        throw new UsageError(`${name} is within another; expected the edge before and no earlier one`);
      this.isPast = true;
    }
    const values = [this.choice()];
    while (this.takes(',')) values.push(this.choice());
    this.expect(')');
    this.isPast = wasPast;
    const [first, second] = values as [Evaluate, Evaluate | undefined];
    const make = CALLS[name];
    if (make === undefined)
      throw new UsageError(`unknown function "${name}"; expected one of ${Object.keys(CALLS).join(', ')}`);
    return make(first, second);
  }

  /** A name, whose dots and constant indices may be part of the path of a signal. */
  private named(first: string): Evaluate {
    const { indices, given, signals } = this.names;
    const known = given.get(first) ?? PLACES.get(first) ?? constant(indices.get(first));
    if (known !== undefined) return known;
    let path = first;
    for (;;) {
      if (this.takes('.')) path += `.${this.tokens[this.next++]!.text}`;
      else if (this.takes('[')) {
        const index = this.choice();
        if (this.takes(':')) return this.selected(path, index, this.choice());
        if (this.takes('+:')) return this.selected(path, index, undefined, this.choice());
        this.expect(']');
        const inPath = this.isNext('.') || this.isNext('[') || !signals.has(path);
        if (!inPath) return signals.bit(path, index);
        path += `[${fixed(index, path)}]`;
      } else return signals.whole(path);
    }
  }

  private selected(path: string, from: Evaluate, to: Evaluate | undefined, width?: Evaluate): Evaluate {
    this.expect(']');
    if (to !== undefined) return this.names.signals.range(path, fixed(from, path), fixed(to, path));
    return this.names.signals.part(path, from, fixed(width!, path));
  }

  private isNext(text: string): boolean {
    return this.tokens[this.next]!.text === text;
  }

  private takes(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.next++;
    return true;
  }

  private oneOf(texts: readonly string[]): string | undefined {
    return texts.find((text) => this.takes(text));
  }

  private expect(text: string): void {
    if (this.takes(text)) return;
    const found = this.tokens[this.next]!.text;
    throw new UsageError(`expected "${text}" ${found === '' ? 'at its end' : `before "${found}"`}`);
  }
}

const CALLS: Readonly<Record<string, (first: Evaluate, second: Evaluate | undefined) => Evaluate>> = {
  $past: (value) => (sample) => value(sample, 1),
  $changed: (value) => (sample) => difference(value, sample, (before, now) => before !== now),
  $rose: (value) => (sample) => difference(value, sample, (before, now) => before === 0 && now !== 0),
  $fell: (value) => (sample) => difference(value, sample, (before, now) => before !== 0 && now === 0),
  wave: (first, second) => (sample, at) => {
    const [packer, id] =
      second === undefined ? [0, first(sample, at)] : [first(sample, at), second(sample, at)];
    return packer === undefined || id === undefined ? undefined : sample.waveOf(packer, id);
  },
};

function difference(
  value: Evaluate,
  sample: Sample,
  differs: (before: number, now: number) => boolean,
): number | undefined {
  const [before, now] = [value(sample, 1), value(sample, 0)];
  return before === undefined || now === undefined ? undefined : Number(differs(before, now));
}

function constant(value: number | undefined): Evaluate | undefined {
  return value === undefined ? undefined : () => value;
}

/** Where nothing has been sampled, only what is fixed has a value. */
const NOTHING: Sample = {
  history: [[], []],
  cycle: Number.NaN,
  waveOf: () => Number.NaN,
  lane: Number.NaN,
  x: Number.NaN,
  y: Number.NaN,
};

function fixed(value: Evaluate, path: string): number {
  const found = value(NOTHING, 0);
  if (found !== undefined && Number.isInteger(found)) return found;
  throw new UsageError(
    `the range or index of "${path}" changes; expected numbers, names with numbers and indices of "for"`,
  );
}
