import {
  GOLDEN_MODE,
  GOLDEN_SAMPLES,
  type GoldenMode,
  type GoldenScene,
  getWordsPerPixel,
} from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';

const PRIMITIVE_WORDS = 6;
const MAX_WORD = 0xffffffff;

/** Maximum width and height of a viewport that the model supports, in pixels. */
const MAX_SIZE = 16384;

/** The guard band in 1/256ths of a pixel. Edge functions of coordinates within it are exact in doubles. */
const MAX_COORDINATE = 32768 * 256;

const MAX_BUFFER_BYTES = 2 ** 28;

/** Reads a file's little-endian words sequentially. Errors include the file name and the case index. */
class CaseReader {
  /** The index of the current case, for error messages. */
  index = 0;
  private readonly view: DataView;
  private offset = 0;

  constructor(
    bytes: Uint8Array,
    private readonly file: string,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get bytesLeft(): number {
    return this.view.byteLength - this.offset;
  }

  /** Reads an unsigned word. Throws unless it is between `min` and `max`, inclusive. */
  readUnsigned(name: string, min: number, max: number): number {
    this.requireBytes(4);
    const value = this.view.getUint32(this.offset, true);
    this.offset += 4;
    if (value < min || value > max)
      throw this.error(`${name} is ${value}; expected an integer from ${min} to ${max}`);
    return value;
  }

  /** Reads the coordinates of the given number of primitives. */
  readCoordinates(primitives: number): Int32Array {
    this.requireBytes(primitives * PRIMITIVE_WORDS * 4);
    return Int32Array.from({ length: primitives * PRIMITIVE_WORDS }, () => {
      const value = this.view.getInt32(this.offset, true);
      this.offset += 4;
      if (Math.abs(value) > MAX_COORDINATE)
        throw this.error(`a coordinate is ${value}; expected at most ${MAX_COORDINATE} in magnitude`);
      return value;
    });
  }

  error(problem: string): UsageError {
    return new UsageError(`Invalid golden file ${this.file}: case ${this.index}: ${problem}`);
  }

  /** Throws if fewer than `bytes` bytes are left in the file. */
  requireBytes(bytes: number): void {
    if (this.bytesLeft < bytes) throw this.error(`the file is ${bytes - this.bytesLeft} bytes too short`);
  }
}

/**
 * Parses the scenes in a `cases.bin` (golden README). Errors refer to it as `file`. Throws `UsageError` for malformed
 * data.
 */
export function parseGoldenCases(bytes: Uint8Array, file: string): GoldenScene[] {
  const reader = new CaseReader(bytes, file);
  const count = reader.readUnsigned('the number of cases', 0, MAX_WORD);
  const scenes: GoldenScene[] = [];
  for (; reader.index < count; reader.index++) scenes.push(parseCase(reader));
  if (reader.bytesLeft > 0)
    throw new UsageError(`Invalid golden file ${file}: ${reader.bytesLeft} bytes follow the last case`);
  return scenes;
}

function parseCase(reader: CaseReader): GoldenScene {
  const width = reader.readUnsigned('W', 1, MAX_SIZE);
  const height = reader.readUnsigned('H', 1, MAX_SIZE);
  const sampleCount = reader.readUnsigned('samples', 1, GOLDEN_SAMPLES.at(-1)!);
  const samples = GOLDEN_SAMPLES.find((supported) => supported === sampleCount);
  if (samples === undefined)
    throw reader.error(`samples is ${sampleCount}; expected one of ${GOLDEN_SAMPLES.join(', ')}`);
  const mode = reader.readUnsigned('mode', 0, GOLDEN_MODE.DISCARD_LIST) as GoldenMode;
  const bytes = width * height * getWordsPerPixel(mode) * 4;
  if (bytes > MAX_BUFFER_BYTES)
    throw reader.error(`its buffer has ${bytes} bytes; expected at most ${MAX_BUFFER_BYTES}`);
  const drawCount = reader.readUnsigned('ndraws', 0, MAX_WORD);
  reader.requireBytes(drawCount * 4);
  const draws = Array.from({ length: drawCount }, () =>
    reader.readCoordinates(reader.readUnsigned('nprims', 0, MAX_WORD)),
  );
  return { width, height, samples, mode, draws };
}
