import { closeSync } from 'node:fs';
import { describeFileError, makeWriteError } from '../../harness/basics/index.js';
import { type OutTarget, openTarget, resolveOutTarget, writeAll } from '../../harness/output/index.js';

/** Number of characters to buffer before writing. */
const BUFFER_LENGTH = 1 << 16;

/** Writes records to a file as JSON Lines. */
export class RecordFile {
  private readonly target: OutTarget;
  private readonly handle: number;
  private lines: string[] = [];
  private length = 0;

  /** Opens the file, which may be a FIFO or a device. Throws the same errors as `writeAtomic`. */
  constructor(private readonly file: string) {
    this.target = this.withErrorText(() => resolveOutTarget(file));
    this.handle = this.withErrorText(() => openTarget(this.target));
  }

  add(record: unknown): void {
    const line = `${JSON.stringify(record)}\n`;
    this.lines.push(line);
    this.length += line.length;
    if (this.length >= BUFFER_LENGTH) this.flush();
  }

  close(): void {
    this.flush();
    if (this.target.kind !== 'handle') closeSync(this.handle);
  }

  private flush(): void {
    this.withErrorText(() => writeAll(this.handle, Buffer.from(this.lines.join(''))));
    this.lines = [];
    this.length = 0;
  }

  private withErrorText<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw makeWriteError(error, `Cannot write "${this.file}": ${describeFileError(error)}`);
    }
  }
}
