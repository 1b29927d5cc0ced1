import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { decodeMultiStream } from '@msgpack/msgpack';
import { UsageError } from '../../transactions/index.js';
import { fileErrorText } from '../file-errors.js';
import { oneLine } from '../one-line.js';

const JSON_STARTS: readonly number[] = [0x7b, 0x20, 0x09, 0x0a, 0x0d];

/** One record of a trace file with how messages call it. */
export interface TraceValue {
  readonly value: unknown;
  readonly place: string;
}

/**
 * Records of a trace file one after another, without holding the file: JSON Lines, or MessagePack objects one behind the
 * other, told apart by the first byte. Throws `UsageError` for a file that is neither.
 */
export async function* readTrace(file: string): AsyncGenerator<TraceValue> {
  const values = isJsonLines(file) ? jsonLines(file) : messagePack(file);
  for await (const each of values) yield each;
}

function isJsonLines(file: string): boolean {
  const first = new Uint8Array(1);
  try {
    const descriptor = openSync(file, 'r');
    const length = readSync(descriptor, first, 0, 1, 0);
    closeSync(descriptor);
    return length === 0 || JSON_STARTS.includes(first[0]!);
  } catch (error) {
    throw new UsageError(`Cannot read trace ${file}: ${fileErrorText(error)}`);
  }
}

async function* jsonLines(file: string): AsyncGenerator<TraceValue> {
  let number = 0;
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const place = `trace ${file}, line ${number}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new UsageError(`Invalid ${place}: it is broken JSON; expected one record a line`);
    }
    yield { value, place };
  }
}

async function* messagePack(file: string): AsyncGenerator<TraceValue> {
  let number = 0;
  try {
    for await (const value of decodeMultiStream(createReadStream(file)))
      yield { value, place: `trace ${file}, record ${++number}` };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `Invalid trace ${file}: it is neither JSON Lines nor MessagePack after record ${number} (${oneLine(error)})`,
    );
  }
}
