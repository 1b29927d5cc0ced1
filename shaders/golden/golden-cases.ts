import {
  GOLDEN_MODE,
  GOLDEN_SAMPLES,
  type GoldenMode,
  type GoldenScene,
  wordsPerPixel,
} from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';

const PRIMITIVE_WORDS = 6;
const WORD_MAX = 0xffffffff;

/** The largest viewport edge that the model draws, in pixels. */
const SIZE_MAX = 16384;

/** The guard band in 1/256 pixel; edge functions of coordinates within it are exact in doubles. */
const COORDINATE_MAX = 32768 * 256;

const BUFFER_BYTES_MAX = 2 ** 28;

/** Reads a file's little-endian words one after another; every error names the file and the case. */
class CaseReader {
  /** The index of the current case, for messages. */
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

  /** Reads an unsigned word; throws unless it is between `min` and `max`, inclusive. */
  unsigned(what: string, min: number, max: number): number {
    this.need(4);
    const value = this.view.getUint32(this.offset, true);
    this.offset += 4;
    if (value < min || value > max)
      throw this.error(`${what} is ${value}; expected an integer from ${min} to ${max}`);
    return value;
  }

  /** Reads the coordinates of this many primitives. */
  coordinates(primitives: number): Int32Array {
    this.need(primitives * PRIMITIVE_WORDS * 4);
    return Int32Array.from({ length: primitives * PRIMITIVE_WORDS }, () => {
      const value = this.view.getInt32(this.offset, true);
      this.offset += 4;
      if (Math.abs(value) > COORDINATE_MAX)
        throw this.error(`a coordinate is ${value}; expected at most ${COORDINATE_MAX} from the origin`);
      return value;
    });
  }

  error(problem: string): UsageError {
    return new UsageError(`Invalid golden file ${this.file}: case ${this.index}: ${problem}`);
  }

  /** Throws if fewer bytes are left in the file. */
  need(bytes: number): void {
    if (this.bytesLeft < bytes) throw this.error(`the file is ${bytes - this.bytesLeft} bytes too short`);
  }
}

/**
 * Parses the scenes of a `cases.bin` (golden README). `file` is its name for errors; throws `UsageError` for malformed
 * data.
 */
export function parseGoldenCases(bytes: Uint8Array, file: string): GoldenScene[] {
  const reader = new CaseReader(bytes, file);
  const count = reader.unsigned('the number of cases', 0, WORD_MAX);
  const scenes: GoldenScene[] = [];
  for (; reader.index < count; reader.index++) scenes.push(parseCase(reader));
  if (reader.bytesLeft > 0)
    throw new UsageError(`Invalid golden file ${file}: ${reader.bytesLeft} bytes follow the last case`);
  return scenes;
}

function parseCase(reader: CaseReader): GoldenScene {
  const width = reader.unsigned('W', 1, SIZE_MAX);
  const height = reader.unsigned('H', 1, SIZE_MAX);
  const sampleCount = reader.unsigned('samples', 1, GOLDEN_SAMPLES.at(-1)!);
  const samples = GOLDEN_SAMPLES.find((known) => known === sampleCount);
  if (samples === undefined)
    throw reader.error(`samples is ${sampleCount}; expected one of ${GOLDEN_SAMPLES.join(', ')}`);
  const mode = reader.unsigned('mode', 0, GOLDEN_MODE.DISCARD_LIST) as GoldenMode;
  const bytes = width * height * wordsPerPixel(mode) * 4;
  if (bytes > BUFFER_BYTES_MAX)
    throw reader.error(`its buffer has ${bytes} bytes; expected at most ${BUFFER_BYTES_MAX}`);
  const drawCount = reader.unsigned('ndraws', 0, WORD_MAX);
  reader.need(drawCount * 4);
  const draws = Array.from({ length: drawCount }, () =>
    reader.coordinates(reader.unsigned('nprims', 0, WORD_MAX)),
  );
  return { width, height, samples, mode, draws };
}
