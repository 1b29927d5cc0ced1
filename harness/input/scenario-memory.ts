import { COLOUR_FORMATS, findMax } from '../../arch/index.js';
import { DEPTH_SAMPLES, type Scenario, UsageError } from '../../transactions/index.js';
import { formatByteCount, getMaxBytes, makeTooLargeError } from './limits.js';

/** Bytes that the model and the ledgers use per overlap unit. */
const UNIT_BYTES = 28;
/** Bytes that the model and the ledgers use per depth value. */
const DEPTH_BYTES = 20;
/** Number of copies of each colour or memory word. */
const COPIES = 4;
/** Number of copies of each word of an object that is not compared, such as scratch memory. */
const COPIES_UNCOMPARED = 2;
const WORD_BYTES = 4;

/** Overlap units per pixel if a draw distinguishes samples. */
const UNITS_WITH_SAMPLES = 17;

/**
 * Returns an upper bound, based only on buffer sizes, on the bytes that a scenario's buffers occupy while it runs and
 * is checked.
 */
function estimateScenarioMemory({ draws, memory, depthBuffer, colourBuffers = [] }: Scenario): number {
  const width = findMax(
    draws.map((draw) => draw.width),
    1,
  );
  const height = findMax(
    draws.map((draw) => draw.height),
    1,
  );
  const samples = findMax(
    draws.map((draw) => draw.samples),
    1,
  );
  const pixelUnits = draws.some(({ interlock }) => interlock.startsWith('sample')) ? UNITS_WITH_SAMPLES : 1;
  const depthBytes = depthBuffer === undefined ? 0 : DEPTH_SAMPLES * DEPTH_BYTES;
  const colourWords = colourBuffers.reduce((sum, format) => sum + COLOUR_FORMATS[format], 0);
  const pixelBytes = pixelUnits * UNIT_BYTES + depthBytes + colourWords * samples * WORD_BYTES * COPIES;
  const objectBytes = memory.map(
    ({ bytes, compare }) => bytes * (compare.kind === 'ignore' ? COPIES_UNCOMPARED : COPIES),
  );
  return width * height * pixelBytes + objectBytes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Throws `UsageError` if the buffers of a scenario file would exceed the memory limit. */
export function checkMemoryLimit(scenario: Scenario, file: string): void {
  const needed = estimateScenarioMemory(scenario);
  if (needed <= getMaxBytes('scenarioBuffers')) return;
  const [{ width, height } = { width: 0, height: 0 }] = scenario.draws;
  throw new UsageError(
    `Cannot run scenario ${file}: its buffers need about ${formatByteCount(needed)} (draws of ${width}x${height} pixels, ${scenario.memory.length} memory objects): ${makeTooLargeError('scenarioBuffers', needed).message}`,
  );
}
