import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describeFileError, getFirstLine } from '../../harness/basics/index.js';
import { getMaxBytes, inflateBounded, openStream } from '../../harness/input/index.js';
import {
  extendDictionary,
  parseJson,
  RUN_SIGNALS,
  requireObject,
  UsageError,
} from '../../transactions/index.js';
import { SKIPPED, ValueChanges } from './value-changes.js';

const FST_READER = 'fst2vcd';

/** Streams a dump as it arrives: a VCD file or stream, or an FST file converted by GTKWave's reader. */
async function* openDump(file: string): AsyncGenerator<Uint8Array> {
  if (file.endsWith('.fst')) {
    yield* readFst(file);
    return;
  }
  try {
    yield* openStream(file);
  } catch (error) {
    throw new UsageError(`Cannot read dump ${file}: ${describeFileError(error)}`);
  }
}

async function* readFst(file: string): AsyncGenerator<Uint8Array> {
  const reader = spawn(FST_READER, ['--', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errorText = '';
  reader.stderr.on('data', (text) => {
    errorText += text;
  });
  const closed = once(reader, 'close').catch((error: NodeJS.ErrnoException) => error);
  try {
    for await (const chunk of reader.stdout) yield chunk;
    const result = await closed;
    if (result instanceof Error && result.code === 'ENOENT')
      throw new UsageError(`Cannot read dump ${file}: ${FST_READER} is missing: apt-get install -y gtkwave`);
    if (result instanceof Error || result[0] !== 0)
      throw new UsageError(`Cannot read dump ${file}: ${FST_READER} failed: ${getFirstLine(errorText)}`);
  } finally {
    reader.kill();
  }
}

/** A record built from a dump, and its location for error messages. */
export interface DumpRecord {
  readonly value: Readonly<Record<string, unknown>>;
  readonly location: string;
}

/** The maximum number of characters to keep of a line. The longest words are vector values. */
const MAX_LINE_LENGTH = 2 ** 21;

/**
 * Passes a dump's lines to `changes`, and yields what `take` returns after each chunk. Returns whether the dump ends
 * between two changes.
 */
export async function* readDump<T>(
  file: string,
  changes: ValueChanges,
  onChunk: (chunk: Uint8Array) => void,
  take: () => readonly T[],
  maxLineLength = MAX_LINE_LENGTH,
): AsyncGenerator<T, boolean> {
  let rest = '';
  for await (const chunk of openDump(file)) {
    onChunk(chunk);
    rest += Buffer.from(chunk).toString('latin1');
    if (chunk.includes(NEWLINE)) {
      const lines = rest.split('\n');
      rest = lines.pop()!;
      for (const line of lines) changes.addLine(line);
    }
    if (rest.length > maxLineLength) rest = shortenLine(rest, changes);
    yield* take();
  }
  const isBetweenChanges = changes.finish(rest);
  yield* take();
  return isBetweenChanges;
}

const NEWLINE = 0x0a;

/** Shortens a long line. Only a value that no map can read has a word as long. */
function shortenLine(line: string, changes: ValueChanges): string {
  const start = line.search(/\S*$/);
  if (start === 0) return line.slice(0, 1) + SKIPPED;
  changes.addWords(line.slice(0, start));
  return line.slice(start);
}

/** A dump that `replay --trace` wrote, which holds the run's records as strings. */
export class RecordedDump {
  /** Why the dump ends before its run does, if it does. */
  cut: string | undefined;
  /** The text that each signal's next string may refer to. */
  private readonly dictionaries = new Map<string, Uint8Array>();

  constructor(private readonly file: string) {}

  /** Returns the records in order. Throws `UsageError` if the dump holds none, so that only a map can make them. */
  async *records(onChunk: (chunk: Uint8Array) => void): AsyncGenerator<DumpRecord> {
    const { file } = this;
    const queue: DumpRecord[] = [];
    const textPaths = Object.values(RUN_SIGNALS);
    const changes = new ValueChanges(file, {
      textPaths,
      onDeclared: (signals) => {
        const isRun = textPaths.every((path) => signals.some((signal) => signal.path === path));
        if (!isRun) throw new UsageError(`Missing --map: expected a signal map for ${file} (docs/trace.md)`);
        return [];
      },
      onEdge: () => undefined,
      onText: (path, text, time) => {
        const location = `dump ${file}, time ${time}`;
        queue.push(
          ...this.unpack(path, text, location).map((value) => ({
            value: requireObject(value, location),
            location,
          })),
        );
      },
    });
    const isBetweenChanges = yield* readDump(
      file,
      changes,
      onChunk,
      () => queue.splice(0),
      getMaxBytes('traceRecord'),
    );
    if (!isBetweenChanges) this.cut = 'it ends within a value change';
  }

  private unpack(path: string, text: string, location: string): readonly unknown[] {
    const dictionary = this.dictionaries.get(path);
    try {
      const json = inflateBounded('traceRecord', Buffer.from(text, 'base64'), dictionary);
      this.dictionaries.set(path, extendDictionary(dictionary ?? new Uint8Array(), json));
      const records = parseJson(json);
      if (Array.isArray(records)) return records;
    } catch {
      // Reported below.
    }
    throw new UsageError(`Invalid ${location}: the records are not those that "replay --trace vcd" writes`);
  }
}
