import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../../transactions/index.js';
import { fileErrorText } from '../basics/file-errors.js';

/** Characters that are held before they are written. */
const PIECE = 1 << 16;

/** A file of records, one a line. */
export class RecordFile {
  private readonly handle: number;
  private held: string[] = [];
  private length = 0;

  /** Throws `UsageError` for a file that cannot be written. */
  constructor(private readonly file: string) {
    this.handle = this.told(() => openSync(file, 'w'));
  }

  add(record: unknown): void {
    const line = `${JSON.stringify(record)}\n`;
    this.held.push(line);
    this.length += line.length;
    if (this.length >= PIECE) this.flush();
  }

  close(): void {
    this.flush();
    closeSync(this.handle);
  }

  private flush(): void {
    this.told(() => writeSync(this.handle, this.held.join('')));
    this.held = [];
    this.length = 0;
  }

  private told<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw new UsageError(`Cannot write ${this.file}: ${fileErrorText(error)}`);
    }
  }
}
