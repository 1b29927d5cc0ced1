import { hash32 } from '../kernel/index.js';

/** A double that `WORDS` views as two words. */
const DOUBLE = new Float64Array(1);
const WORDS = new Int32Array(DOUBLE.buffer);
/** Indicates that the next two words encode a number that is not a 32-bit integer. */
const DOUBLE_MARK = 0x5bd1e995;

const [START_A, START_B] = [0x243f6a88, 0x13198a2e];
const [FACTOR_A, FACTOR_B] = [0x9e3779b1, 0x85ebca77];

/**
 * A 64-bit hash of a sequence of words, computed in two independent 32-bit lanes. The probability that any two of `n`
 * different states have the same hash is below n² / 2^65, or 1 in 37 million for a million states.
 */
export class StateHash {
  private a = START_A;
  private b = START_B;

  /** Adds a 32-bit integer. */
  addWord(value: number): void {
    const a = Math.imul(this.a ^ value, FACTOR_A);
    this.a = a ^ (a >>> 15);
    const b = Math.imul((this.b + value) | 0, FACTOR_B);
    this.b = (b << 13) | (b >>> 19);
  }

  /** Adds any number. */
  addNumber(value: number): void {
    if ((value | 0) === value) {
      this.addWord(value);
      return;
    }
    DOUBLE[0] = value;
    this.addWord(DOUBLE_MARK);
    this.addWord(WORDS[0]!);
    this.addWord(WORDS[1]!);
  }

  /**
   * Adds each integer that differs from the previous one, with its index, and then the number of integers. This keeps
   * the input short, since most integers equal the previous one.
   */
  addWords(values: Int32Array | Uint8Array): void {
    let last = 0;
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!;
      if (value === last) continue;
      last = value;
      this.addWord(index);
      this.addWord(value);
    }
    this.addWord(values.length);
  }

  addText(value: string): void {
    this.addWord(value.length);
    for (let index = 0; index < value.length; index++) this.addWord(value.charCodeAt(index));
  }

  /** The hash so far, as two words. */
  get lanes(): readonly [number, number] {
    return [hash32(this.a), hash32(this.b ^ Math.imul(this.a, FACTOR_B))];
  }

  /** The hash so far, as 16 hex digits. */
  get digest(): string {
    const [first, second] = this.lanes;
    return formatHex(first) + formatHex(second);
  }
}

function formatHex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
