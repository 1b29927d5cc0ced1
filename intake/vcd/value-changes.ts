import { UsageError } from '../../transactions/index.js';

/** A variable in a value change dump, with its dotted path and its range. */
export interface DumpSignal {
  readonly path: string;
  /** The variable's VCD identifier code, which aliases share. */
  readonly code: string;
  readonly width: number;
  /** The indices of its first and last bit as declared, such as `[9:0]`. */
  readonly left: number;
  readonly right: number;
}

/** The bits of each tracked signal as a string, in order, with the first bit on the left. */
export type Bits = readonly string[];

/** Callbacks for reading a dump. */
interface DumpListener {
  /** Called with all variables. Returns those to track, the clock first. */
  readonly onDeclared: (signals: readonly DumpSignal[]) => readonly DumpSignal[];
  /** Called at a clock edge, with the state before the changes at that time. */
  readonly onEdge: (bits: Bits, time: number) => void;
}

const UNKNOWN = 'x';

/** Reads the words of a value change dump (IEEE 1364, VCD) as they arrive, and samples signals at each clock edge. */
export class ValueChanges {
  /** The values of the tracked signals. */
  bits: string[] = [];
  time = 0;
  private readonly signals: DumpSignal[] = [];
  private readonly scopes: string[] = [];
  /** The words of the `$…` command being read. */
  private command: string[] | undefined;
  private isHeader = true;
  /** The indices of the tracked signals, by identifier code. */
  private readonly indices = new Map<string, number[]>();
  private widths: number[] = [];
  /** A vector value whose code is the next word. */
  private vector: string | undefined;
  /** The changes in the current time step. */
  private readonly pendingChanges: { readonly index: number; readonly value: string }[] = [];

  constructor(
    private readonly file: string,
    private readonly listener: DumpListener,
    private readonly clockEdge: 'rising' | 'falling' = 'rising',
  ) {}

  /** Whether the declarations have ended. */
  get hasBegun(): boolean {
    return !this.isHeader;
  }

  /** Processes the next word. Throws `UsageError` if the dump is invalid. */
  addWord(word: string): void {
    if (this.command !== undefined) {
      if (word === '$end') this.endCommand(this.command);
      else if (this.command.length < MAX_WORDS) this.command.push(word);
    } else if (this.vector !== undefined) {
      this.change(word, this.vector);
      this.vector = undefined;
    } else if (this.isHeader) {
      if (!word.startsWith('$')) throw this.makeError(`expected a $ command, got "${word.slice(0, 40)}"`);
      this.command = [word];
    } else this.readChange(word);
  }

  /** Applies the last time step's changes. */
  finish(): void {
    if (this.isHeader) throw this.makeError('it ends before $enddefinitions');
    this.endTime();
  }

  private readChange(word: string): void {
    switch (word[0]) {
      case '#':
        this.endTime();
        this.time = Number(word.slice(1));
        if (!Number.isSafeInteger(this.time)) throw this.makeError(`invalid time ${word}`);
        break;
      case 'b':
      case 'B':
        this.vector = word.slice(1).toLowerCase();
        break;
      case 'r':
      case 'R':
        // A real number is not a design signal.
        this.vector = UNKNOWN;
        break;
      case '$':
        // Values between $dumpvars and its $end are ordinary changes.
        if (word === '$comment') this.command = [word];
        break;
      case '0':
      case '1':
      case 'x':
      case 'X':
      case 'z':
      case 'Z':
        this.change(word.slice(1), word[0]!.toLowerCase());
        break;
      default:
        throw this.makeError(`unexpected "${word.slice(0, 40)}" in the value changes`);
    }
  }

  private change(code: string, value: string): void {
    for (const index of this.indices.get(code) ?? []) this.pendingChanges.push({ index, value });
  }

  private endTime(): void {
    const clock = this.pendingChanges.findLast(({ index }) => index === 0);
    const [from, to] = this.clockEdge === 'rising' ? ['0', '1'] : ['1', '0'];
    if (clock?.value === to && this.bits[0] === from) this.listener.onEdge(this.bits, this.time);
    for (const { index, value } of this.pendingChanges)
      this.bits[index] = extendBits(value, this.widths[index]!);
    this.pendingChanges.length = 0;
  }

  private endCommand([name, ...words]: readonly string[]): void {
    this.command = undefined;
    switch (name) {
      case '$scope':
        this.scopes.push(unescapeName(words[1] ?? ''));
        if (this.scopes.length > MAX_SCOPES) throw this.makeError(`more than ${MAX_SCOPES} nested scopes`);
        break;
      case '$upscope':
        this.scopes.pop();
        break;
      case '$var':
        this.declare(words);
        break;
      case '$enddefinitions':
        this.endHeader();
        break;
      default:
    }
  }

  private declare([, size, code, name, ...range]: readonly string[]): void {
    const width = Number(size);
    if (code === undefined || name === undefined || !Number.isInteger(width) || width < 1)
      throw this.makeError('a $var lacks a valid size or a name');
    if (width > MAX_WIDTH) throw this.makeError(`a $var of ${width} bits (maximum: ${MAX_WIDTH})`);
    const fullName = [name, ...range].join('');
    const [, base, left, right] = /^(.*?)(?:\[(-?\d+)(?::(-?\d+))?\])?$/.exec(fullName)!;
    // In `memory[3] [31:0]`, the index of an array word is part of its name. So is a bit's index if a vector is
    // dumped bit by bit.
    const isBit = left !== undefined && right === undefined;
    this.signals.push({
      path: [...this.scopes, unescapeName(isBit ? fullName : base!)].join('.'),
      code,
      width,
      left: isBit ? width - 1 : Number(left ?? width - 1),
      right: isBit ? 0 : Number(right ?? 0),
    });
  }

  private endHeader(): void {
    this.isHeader = false;
    const tracked = this.listener.onDeclared(this.signals);
    this.widths = tracked.map(({ width }) => width);
    const bitCount = this.widths.reduce((sum, width) => sum + width, 0);
    if (bitCount > MAX_TRACKED_BITS)
      throw this.makeError(`the map reads ${bitCount} bits (maximum: ${MAX_TRACKED_BITS})`);
    this.bits = this.widths.map((width) => UNKNOWN.repeat(width));
    for (const [index, { code }] of tracked.entries())
      this.indices.set(code, [...(this.indices.get(code) ?? []), index]);
    this.signals.length = 0;
  }

  private makeError(problem: string): UsageError {
    return new UsageError(`Invalid dump ${this.file}: ${problem}; expected a value change dump (VCD)`);
  }
}

/** The maximum number of bits in a signal. */
const MAX_WIDTH = 2 ** 20;
/** The maximum number of bits in all signals that a map reads. */
const MAX_TRACKED_BITS = 2 ** 24;
/** The maximum depth of nested scopes. */
const MAX_SCOPES = 256;

/** The maximum number of words of a command to keep: names and ranges matter, comment text does not. */
const MAX_WORDS = 16;

/** Removes the backslash from escaped names (`\memory[3]`). */
function unescapeName(name: string): string {
  return name.startsWith('\\') ? name.slice(1) : name;
}

/**
 * Truncates or extends a value to `width` bits. Extends with the leftmost bit if it is x or z, otherwise with zeros.
 */
function extendBits(value: string, width: number): string {
  if (value.length >= width) return value.slice(value.length - width);
  return value.padStart(width, value[0] === '1' ? '0' : value[0]);
}
