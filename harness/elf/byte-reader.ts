import { UsageError } from '../../transactions/index.js';
import { formatOneLine } from '../basics/index.js';
import { getMaxBytes } from '../input/index.js';

/** The remaining budget, in bytes, for the names in a file. */
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

  u8(offset: number): number {
    this.checkWithin(offset, 1, 'a number');
    return this.view.getUint8(offset);
  }

  u16(offset: number): number {
    this.checkWithin(offset, 2, 'a number');
    return this.view.getUint16(offset, true);
  }

  u32(offset: number): number {
    this.checkWithin(offset, 4, 'a number');
    return this.view.getUint32(offset, true);
  }

  /** Reads an unsigned 64-bit number. Values too large for a double exceed any file size and are rejected later. */
  u64(offset: number): number {
    return this.u32(offset) + this.u32(offset + 4) * 2 ** 32;
  }

  /**
   * Returns `size` bytes starting at `offset`. If they are outside the file, the error refers to them as `description`.
   */
  slice(offset: number, size: number, description: string): Uint8Array {
    this.checkWithin(offset, size, description);
    return this.bytes.subarray(offset, offset + size);
  }

  /** Reads a zero-terminated string. Since many symbols may share one, `budget` limits the total length of names. */
  text(offset: number, budget: NameBudget): string {
    this.checkWithin(offset, 1, 'a name');
    const maxLength = getMaxBytes('symbolName');
    const length = this.bytes.subarray(offset, offset + maxLength + 1).indexOf(0);
    const location = `offset 0x${offset.toString(16)}`;
    if (length < 0 && offset + maxLength < this.bytes.length)
      throw this.makeError(`the name at ${location} is longer than ${maxLength} bytes`);
    if (length < 0) throw this.makeError(`the name at ${location} is not terminated`);
    budget.remaining -= length;
    if (budget.remaining < 0)
      throw this.makeError(`its symbol names exceed ${getMaxBytes('symbolNames')} bytes in total`);
    return Buffer.from(this.bytes.subarray(offset, offset + length)).toString('latin1');
  }

  /** Creates a one-line error for an unusable file. */
  makeError(description: string): UsageError {
    return new UsageError(`Cannot read shader object ${this.name}: ${formatOneLine(description)}`);
  }

  private checkWithin(offset: number, size: number, description: string): void {
    if (offset + size <= this.bytes.length) return;
    throw this.makeError(
      `${description} at offset 0x${offset.toString(16)} (${size} bytes) extends past the end of the file (${this.bytes.length} bytes)`,
    );
  }
}
