import { COLOUR_FORMATS, greatestOf } from '../../arch/index.js';
import { DEPTH_SAMPLES, type Scenario, UsageError } from '../../transactions/index.js';
import { formatByteCount, getMaxBytes, makeTooLargeError } from './limits.js';

/** Bytes per overlap unit, across the model and the ledgers. */
const UNIT_BYTES = 28;
/** Bytes per depth value, across the model and the ledgers. */
const DEPTH_BYTES = 20;
/** Number of copies of each colour or memory word. */
const COPIES = 4;
const WORD_BYTES = 4;

/** Overlap units per pixel if a draw distinguishes samples. */
const UNITS_WITH_SAMPLES = 17;

/**
 * Returns an upper bound on the bytes that a scenario's buffers take while it runs and is checked, based only on buffer
 * sizes.
 */
export function estimateScenarioMemory({ draws, memory, depthBuffer, colourBuffers = [] }: Scenario): number {
  const width = greatestOf(
    draws.map((draw) => draw.width),
    1,
  );
  const height = greatestOf(
    draws.map((draw) => draw.height),
    1,
  );
  const samples = greatestOf(
    draws.map((draw) => draw.samples),
    1,
  );
  const units = draws.some(({ interlock }) => interlock.startsWith('sample')) ? UNITS_WITH_SAMPLES : 1;
  const depth = depthBuffer === undefined ? 0 : DEPTH_SAMPLES * DEPTH_BYTES;
  const texels = colourBuffers.reduce((sum, format) => sum + COLOUR_FORMATS[format], 0);
  const pixel = units * UNIT_BYTES + depth + texels * samples * WORD_BYTES * COPIES;
  return width * height * pixel + COPIES * memory.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Throws `UsageError` for a scenario file whose buffers would exceed the memory limit. */
export function requireMemoryFor(scenario: Scenario, file: string): void {
  const needed = estimateScenarioMemory(scenario);
  if (needed <= getMaxBytes('world')) return;
  const [{ width, height } = { width: 0, height: 0 }] = scenario.draws;
  throw new UsageError(
    `Cannot run scenario ${file}: its buffers need about ${formatByteCount(needed)} (draws of ${width}x${height} pixels, ${scenario.memory.length} memory objects): ${makeTooLargeError('world', needed).message}`,
  );
}
