import { UsageError } from '../../transactions/index.js';

/** A variable in a value change dump, with its dotted path and its range. */
export interface DumpSignal {
  readonly path: string;
  /** The variable's VCD identifier code, which aliases share. */
  readonly code: string;
  /** The declared type, such as `wire`, `real` or `string`. */
  readonly type: string;
  /** The number of bits. NaN if the declared size is not a number; a map cannot read such a signal. */
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
  /** Called at the end of a time step with each new string of the signals in `textPaths`. */
  readonly onText?: (path: string, text: string, time: number) => void;
  readonly textPaths?: readonly string[];
}

const UNKNOWN = 'x';

/** Reads the words of a value change dump (IEEE 1364, VCD) as they arrive, and samples signals at each clock edge. */
export class ValueChanges {
  /** The values of the tracked signals. */
  bits: string[] = [];
  time = 0;
  /** The number of the line being read, for messages. */
  line = 0;
  private readonly signals: DumpSignal[] = [];
  private readonly scopes: string[] = [];
  /** The words of the `$…` command being read. */
  private command: string[] | undefined;
  private isHeader = true;
  /** The indices of the tracked signals, by identifier code. */
  private readonly indices = new Map<string, number[]>();
  /** The tracked codes with which other codes begin. At the end of a cut dump, they may be the start of another. */
  private readonly ambiguousCodes = new Set<string>();
  /** The declared codes that look like times. */
  private readonly timeLikeCodes = new Set<string>();
  private tracked: readonly DumpSignal[] = [];
  /** Whether a `$dump…` command with values is open. */
  private isInDump = false;
  /** The strings of the current time step and of earlier ones, by path. */
  private readonly pendingTexts = new Map<string, string>();
  private readonly texts = new Map<string, string>();
  private readonly textPaths = new Map<string, string>();
  /** A vector, real number or string, with its letter, whose code is the next word. */
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

  /** Throws `UsageError` if the dump is invalid. */
  private addWord(word: string): void {
    if (this.command !== undefined) {
      if (word === '$end') this.endCommand(this.command);
      else if (this.command.length < MAX_WORDS) this.command.push(word);
    } else if (this.vector !== undefined) {
      if (TIME.test(word) && !this.timeLikeCodes.has(word))
        throw this.makeError(`"${this.vector}" before the time ${word} in line ${this.line} has no code`);
      if (/^[sS]/.test(this.vector)) this.changeText(word, this.vector.slice(1));
      else this.change(word, /^[bB]/.test(this.vector) ? this.vector.slice(1) : UNKNOWN);
      this.vector = undefined;
    } else if (this.isHeader) {
      if (!word.startsWith('$')) throw this.makeError(`expected a $ command, got "${word.slice(0, 40)}"`);
      this.command = [word];
    } else this.readChange(word);
  }

  /** Processes a line. A string may contain blanks, which only the end of its line ends. */
  addLine(line: string): void {
    this.line++;
    const isInChanges = !this.isHeader && this.command === undefined && this.vector === undefined;
    const [, text, code] = (isInChanges && TEXT_CHANGE.exec(line)) || [];
    if (text === undefined) this.addWords(line);
    else this.changeText(code!, text);
  }

  /** Processes words of a line. */
  addWords(text: string): void {
    for (const word of text.split(/\s+/)) if (word !== '') this.addWord(word);
  }

  /**
   * Processes the last line, which lacks its end, and applies the last time step's changes. A word that may be the
   * start of a longer one is left out. Returns whether the dump ends between two changes.
   */
  finish(rest: string): boolean {
    const start = rest.search(/\S+$/);
    if (start > 0) this.addWords(rest.slice(0, start));
    const word = start < 0 ? '' : rest.slice(start);
    const isWhole = word === '' || this.isWhole(word);
    if (isWhole && word !== '') this.addWord(word);
    if (this.isHeader) throw this.makeError('it ends before $enddefinitions');
    this.endTime();
    return isWhole && this.vector === undefined && this.command === undefined && !this.isInDump;
  }

  /** Whether a word cannot be the start of a longer one. */
  private isWhole(word: string): boolean {
    if (this.isHeader || this.command !== undefined) return word === '$end';
    const code = this.vector === undefined && /^[01xz]/i.test(word) ? word.slice(1) : word;
    return word === '$end' || (this.indices.has(code) && !this.ambiguousCodes.has(code));
  }

  private readChange(word: string): void {
    switch (word[0]) {
      case '#':
        this.endTime();
        // Many dumps never end $dumpvars (pyDigitalWaveTools issue 11).
        this.isInDump = false;
        this.time = Number(word.slice(1));
        if (!Number.isSafeInteger(this.time)) throw this.makeError(`invalid time ${word}`);
        break;
      case 'b':
      case 'B':
      case 'r':
      case 'R':
      case 's':
      case 'S':
        this.vector = word;
        break;
      case '$':
        // Values between $dumpvars and its $end are ordinary changes.
        if (word === '$comment') this.command = [word];
        else this.isInDump = word !== '$end';
        break;
      default:
        if (!STATES.has(word[0]!) && !/^[2-9]/.test(word))
          throw this.makeError(`unexpected "${word.slice(0, 40)}" in line ${this.line} of the value changes`);
        this.change(word.slice(1), word[0]!);
    }
  }

  /** Records a change if the signal is tracked. The values of other signals do not matter. */
  private change(code: string, value: string): void {
    const indices = this.indices.get(code);
    if (indices === undefined) return;
    const bits = PLAIN_BITS.test(value) ? value : this.readStates(value, this.tracked[indices[0]!]!);
    for (const index of indices) this.pendingChanges.push({ index, value: bits });
  }

  private changeText(code: string, text: string): void {
    const path = this.textPaths.get(code);
    if (path !== undefined && text !== '') this.pendingTexts.set(path, text);
    // A map cannot read strings.
    this.change(code, UNKNOWN);
  }

  /** Converts the states of VHDL's `std_logic`, which FST files keep, and capital letters to 0, 1, x and z. */
  private readStates(value: string, { path }: DumpSignal): string {
    return Array.from(value, (digit) => {
      const state = STATES.get(digit);
      if (state !== undefined) return state;
      const where = `for ${path} in line ${this.line}`;
      throw this.makeError(
        digit === SKIPPED
          ? `a word is longer than the value of any signal that a map can read, ${where}`
          : `the digit "${digit}" ${where} is not one of 0, 1, x and z`,
      );
    }).join('');
  }

  private endTime(): void {
    const clock = this.pendingChanges.findLast(({ index }) => index === 0);
    const [from, to] = this.clockEdge === 'rising' ? ['0', '1'] : ['1', '0'];
    if (clock?.value === to && this.bits[0] === from) this.listener.onEdge(this.bits, this.time);
    for (const { index, value } of this.pendingChanges)
      this.bits[index] = extendBits(value, this.tracked[index]!.width);
    this.pendingChanges.length = 0;
    for (const [path, text] of this.pendingTexts) {
      if (this.texts.get(path) === text) continue;
      this.texts.set(path, text);
      this.listener.onText?.(path, text, this.time);
    }
    this.pendingTexts.clear();
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

  private declare([type = '', size, code, name, ...range]: readonly string[]): void {
    const width = Number(size);
    // GHDL declares signals of types that it cannot dump without a type and a size (ghdl issue 1881).
    if (code === undefined || name === undefined) return;
    const fullName = [name, ...range].join('');
    const [, base, left, right] = /^(.*?)(?:\[(-?\d+)(?::(-?\d+))?\])?$/.exec(fullName)!;
    // In `memory[3] [31:0]`, the index of an array word is part of its name. So is a bit's index if a vector is
    // dumped bit by bit.
    const isBit = left !== undefined && right === undefined;
    this.signals.push({
      path: [...this.scopes, unescapeName(isBit ? fullName : base!)].join('.'),
      code,
      type,
      width,
      left: isBit ? width - 1 : Number(left ?? width - 1),
      right: isBit ? 0 : Number(right ?? 0),
    });
  }

  private endHeader(): void {
    this.isHeader = false;
    const tracked = this.listener.onDeclared(this.signals);
    this.tracked = tracked;
    const bitCount = tracked.reduce((sum, { width }) => sum + width, 0);
    if (bitCount > MAX_TRACKED_BITS)
      throw this.makeError(`the map reads ${bitCount} bits (maximum: ${MAX_TRACKED_BITS})`);
    this.bits = tracked.map(({ width }) => UNKNOWN.repeat(width));
    for (const [index, { code }] of tracked.entries())
      this.indices.set(code, [...(this.indices.get(code) ?? []), index]);
    for (const { code } of this.signals) if (TIME.test(code)) this.timeLikeCodes.add(code);
    for (const { code, path } of this.signals)
      if (this.listener.textPaths?.includes(path)) this.textPaths.set(code, path);
    for (const { code } of this.signals)
      for (let length = 1; length < code.length; length++)
        if (this.indices.has(code.slice(0, length))) this.ambiguousCodes.add(code.slice(0, length));
    this.signals.length = 0;
  }

  private makeError(problem: string): UsageError {
    return new UsageError(`Invalid dump ${this.file}: ${problem}; expected a value change dump (VCD)`);
  }
}

/** Stands for the digits of a value that is longer than any that a map can read. */
export const SKIPPED = '?';

const TEXT_CHANGE = /^\s*[sS](.*?)\s+(\S+)\s*$/;
const TIME = /^#\d+$/;
const PLAIN_BITS = /^[01xz]+$/;
/** The digits of values, with those of VHDL's `std_logic`: weak states count like strong ones. */
const STATES: ReadonlyMap<string, string> = new Map(
  Array.from('01xzXZlLhHwWuU-', (digit, i) => [digit, '01xzxz0011xxxxx'[i]!]),
);

/** The maximum number of bits in all signals that a map reads. */
const MAX_TRACKED_BITS = 2 ** 24;
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
