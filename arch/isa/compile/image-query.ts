import type { WaveState } from '../../wave-state.js';
import { DIMENSION } from '../image-addresses.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { floatToBits } from '../numbers/bits.js';
import type { MemoryRow } from '../rows/memory-row.js';
import { type CompileContext, UnsupportedError } from './context.js';
import type { ImageView } from './image-descriptor.js';
import { readInteger, resolveImageOperands } from './image-operands.js';
import { makeLevelContext, resolveSampleOperands, type SampleOperands } from './image-sample.js';
import { makeAccess } from './lane-access.js';
import { clampLevel, computeLevel, type LevelContext } from './level-of-detail.js';
import { activateExecLanes, DATA_STRIDE, forEachLane, scatterData } from './memory-data.js';
import { LEVEL_FILTER } from './sampler.js';

/** Index of the request's data dword that holds the mask of querying lanes, low half first. */
const QUERY_MASK = 15;

/**
 * Returns the width, the height (the layer count for a 1D array), the depth or layer count, and the level count. A
 * level that does not exist has size 0.
 */
function getSize(view: ImageView, level: number): readonly number[] {
  const count = view.lastLevel - view.baseLevel + 1;
  if (level < 0 || level >= count) return [0, 0, 0, count];
  const { width, height, depth } = view.levels[view.baseLevel + level];
  if (view.dimension === DIMENSION.D1_ARRAY) return [width, view.layers, 1, count];
  return [width, height, view.dimension === DIMENSION.D3 ? depth : view.layers, count];
}

/**
 * Returns the level of detail that a sample would use and the one computed from its coordinates, both as float bits,
 * followed by two zeros.
 */
function getLevels(context: LevelContext, { sample }: SampleOperands, lane: number): readonly number[] {
  const unclampedLevel = computeLevel(context, sample, lane);
  const level = clampLevel(context, sample, lane, unclampedLevel);
  const { levelFilter } = context.sampler;
  const roundedLevel = levelFilter === LEVEL_FILTER.POINT ? Math.floor(Math.max(0, level) + 0.5) : level;
  const selectedLevel = levelFilter === LEVEL_FILTER.NONE ? 0 : roundedLevel;
  return [floatToBits(selectedLevel), floatToBits(unclampedLevel), 0, 0];
}

type LaneQuery = (lane: number) => readonly number[];

/** Stores the results in the request's data and disables its lanes, so that none of them accesses memory. */
function storeResults(
  wave: WaveState,
  request: MemoryRequest,
  components: readonly number[],
  query: LaneQuery,
): void {
  const { data } = request;
  activateExecLanes(wave, request);
  forEachLane(request, (lane) => {
    const result = query(lane);
    components.forEach((component, position) => {
      data[position * DATA_STRIDE + lane] = result[component];
    });
  });
  data[QUERY_MASK * DATA_STRIDE] = request.lanesLo;
  data[QUERY_MASK * DATA_STRIDE + 1] = request.lanesHi;
  request.lanesLo = 0;
  request.lanesHi = 0;
}

/** Compiles an image query, which returns either the size of an image level or the level of detail of a sample. */
export function compileImageQuery(row: MemoryRow, context: CompileContext): MemoryOperation {
  for (const name of ['d16', 'tfe']) {
    if (context.field(name) !== 0) throw new UnsupportedError(`image query with ${name}`);
  }
  const sample = row.query === 'level' ? resolveSampleOperands(row, context) : undefined;
  const operands = sample ?? resolveImageOperands(row, context);
  const { components, data } = operands;
  const bindQuery = (wave: WaveState): LaneQuery => {
    if (sample !== undefined) {
      const levelContext = makeLevelContext(wave, sample);
      return (lane) => getLevels(levelContext, sample, lane);
    }
    const view = operands.image(wave.s);
    const { levelOperand } = operands.addresses(view);
    return (lane) => getSize(view, readInteger(wave, levelOperand!, lane));
  };
  return {
    ...makeAccess(row, context, 'image'),
    prepare: (wave, request) => storeResults(wave, request, components, bindQuery(wave)),
    deliver: (wave, request) => {
      request.lanesLo = request.data[QUERY_MASK * DATA_STRIDE];
      request.lanesHi = request.data[QUERY_MASK * DATA_STRIDE + 1];
      scatterData(wave, request, data.first, components.length);
    },
  };
}
