import { oneLine } from '../../base/basics/index.js';
import { bytesMax } from '../../base/input/index.js';
import { UsageError } from '../../transactions/index.js';

/** The number of bytes left for the names in a file. */
export interface NameBudget {
  remaining: number;
}

/** Reads little-endian values from a file. Reading outside the file throws an error that gives the offset. */
export class ByteReader {
  private readonly view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    /** The file's name in error messages. */
    private readonly name: string,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(at: number): number {
    this.checkWithin(at, 1, 'a number');
    return this.view.getUint8(at);
  }

  u16(at: number): number {
    this.checkWithin(at, 2, 'a number');
    return this.view.getUint16(at, true);
  }

  u32(at: number): number {
    this.checkWithin(at, 4, 'a number');
    return this.view.getUint32(at, true);
  }

  /** An unsigned 64-bit number. Values too large for a double exceed any file size, so later checks reject them. */
  u64(at: number): number {
    return this.u32(at) + this.u32(at + 4) * 2 ** 32;
  }

  /** `size` bytes starting at `at`. `description` describes them in the error if they lie outside the file. */
  slice(at: number, size: number, description: string): Uint8Array {
    this.checkWithin(at, size, description);
    return this.bytes.subarray(at, at + size);
  }

  /** A zero-terminated string. Since many symbols may share one, `budget` limits the total length of names. */
  text(at: number, budget: NameBudget): string {
    this.checkWithin(at, 1, 'a name');
    const maxLength = bytesMax('symbolName');
    const length = this.bytes.subarray(at, at + maxLength + 1).indexOf(0);
    const offset = `offset 0x${at.toString(16)}`;
    if (length < 0 && at + maxLength < this.bytes.length)
      throw this.makeError(`the name at ${offset} has more than ${maxLength} bytes`);
    if (length < 0) throw this.makeError(`the name at ${offset} is not terminated`);
    budget.remaining -= length;
    if (budget.remaining < 0)
      throw this.makeError(`its names have more than ${bytesMax('symbolNames')} bytes in total`);
    return Buffer.from(this.bytes.subarray(at, at + length)).toString('latin1');
  }

  /** Creates a one-line error for an unusable file. */
  makeError(description: string): UsageError {
    return new UsageError(`Cannot read shader object ${this.name}: ${oneLine(description)}`);
  }

  private checkWithin(at: number, size: number, description: string): void {
    if (at + size <= this.bytes.length) return;
    throw this.makeError(
      `${description} at offset 0x${at.toString(16)} with ${size} bytes exceeds the file size of ${this.bytes.length}`,
    );
  }
}
