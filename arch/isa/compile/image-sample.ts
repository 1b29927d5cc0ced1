import type { WaveState } from '../../wave-state.js';
import { countSpatialCoordinates, DIMENSION } from '../image-addresses.js';
import { type MemoryOperation, type MemoryRequest, UnsupportedOperation } from '../instruction.js';
import { floatFromBits } from '../numbers/bits.js';
import { roundToEven } from '../numbers/float.js';
import type { MemoryRow, SampleArguments } from '../rows/memory-row.js';
import { writeComponent } from '../texels/components.js';
import { getComponentDword, readSampledComponent, type SampledView } from '../texels/sampled.js';
import type { CompileContext } from './context.js';
import { getTexelAddress, type ImageView } from './image-descriptor.js';
import { type ImageOperands, readFloat, readInteger, resolveImageOperands } from './image-operands.js';
import { makeAccess } from './lane-access.js';
import { clampLevel, computeLevel, type LevelContext, selectLevel } from './level-of-detail.js';
import { activateExecLanes, adaptToWidth, clearStatus, DATA_STRIDE, forEachLane } from './memory-data.js';
import { getAxisTexel, makeSamplerReader, requireNearest, type Sampler } from './sampler.js';

/** The location sampled by a lane: its coordinates, packed offset in texels, dimension and level. */
interface SampleLocation {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly offset: number;
  readonly dimension: number;
  readonly level: number;
}

/** A texel of a footprint, relative to the one with the lowest coordinates. */
type Corner = readonly [right: number, down: number];

/** The texels of a gather, in the order of the registers that receive them. */
const FOOTPRINT: readonly Corner[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
];

/** The texel of a sample, which is not part of a footprint. */
const ONE_TEXEL: readonly (Corner | undefined)[] = [undefined];

/** Coordinates on a cube face range from 1 to 2. */
const CUBE_ORIGIN = 1;
const LAYER_STEP = 8;
const FACES_PER_LAYER = 6;

const OFFSET_BITS = 6;
const OFFSET_STEP = 8;

/** Returns the signed offset along an axis. */
function getOffset(packed: number, axis: number): number {
  return (packed << (32 - OFFSET_BITS - OFFSET_STEP * axis)) >> (32 - OFFSET_BITS);
}

/** Returns the column and row of a sample or of a corner of its footprint. Positions in the border are -1. */
function locateTexel(
  view: ImageView,
  sampler: Sampler,
  { x, y, offset, dimension, level }: SampleLocation,
  corner: Corner | undefined,
): [column: number, row: number] {
  const { width, height } = view.levels[level];
  const origin = dimension === DIMENSION.CUBE ? CUBE_ORIGIN : 0;
  const shift = corner === undefined ? 0 : 0.5;
  const [right, down] = corner ?? [0, 0];
  const column = getAxisTexel(sampler, 0, x - origin, width, shift, getOffset(offset, 0) + right);
  if (dimension === DIMENSION.D1 || dimension === DIMENSION.D1_ARRAY) return [column, 0];
  return [column, getAxisTexel(sampler, 1, y - origin, height, shift, getOffset(offset, 1) + down)];
}

function getLayer(view: ImageView, coordinate: number): number {
  const nearest = roundToEven(coordinate);
  return nearest > 0 ? Math.min(view.layers - 1, nearest) : 0;
}

/** Returns the slice of a cube face. The coordinate is layer * 8 + face, and each layer has six faces. */
function getFaceSlice(view: ImageView, coordinate: number): number {
  const faceNumber = roundToEven(coordinate);
  const layer = Math.floor(faceNumber / LAYER_STEP);
  return getLayer(view, layer * FACES_PER_LAYER + (faceNumber - layer * LAYER_STEP));
}

/** Returns the layer or depth of a sample, or -1 if it is in the border. */
function locateSlice(view: ImageView, sampler: Sampler, location: SampleLocation): number {
  const { y, z, offset, dimension, level } = location;
  switch (dimension) {
    case DIMENSION.D3:
      return getAxisTexel(sampler, 2, z, view.levels[level].depth, 0, getOffset(offset, 2));
    case DIMENSION.CUBE:
      return getFaceSlice(view, z);
    case DIMENSION.D1_ARRAY:
      return getLayer(view, y);
    case DIMENSION.D2_ARRAY:
      return getLayer(view, z);
    default:
      return 0;
  }
}

/** The operands of a sample: the image operands, the sampler, and the properties implied by the mnemonic. */
export interface SampleOperands extends ImageOperands {
  readonly sampler: (s: Int32Array) => Sampler;
  readonly sample: SampleArguments;
}

/** Index of the request's data dword that holds the reference values. No texel is wide enough to reach it. */
const REFERENCE_DWORD = 12;

const GATHERED_BYTES = 4;

/** Resolves and marks all operands of a sample. */
export function resolveSampleOperands(row: MemoryRow, context: CompileContext): SampleOperands {
  const readSampler = makeSamplerReader(context.scalarSource(context.field('ssamp') * 4, 'b128'));
  const isUnnormalised = context.field('unorm') !== 0;
  return {
    ...resolveImageOperands(row, context),
    sampler: (s) => (isUnnormalised ? { ...readSampler(s), isUnnormalised } : readSampler(s)),
    sample: row.sample!,
  };
}

/** Returns the sample inputs shared by all lanes of a wave. */
export function makeLevelContext(wave: WaveState, operands: SampleOperands): LevelContext {
  const view = operands.image(wave.s);
  const dimension = operands.dimension(view);
  if (dimension >= DIMENSION.D2_MSAA) throw new UnsupportedOperation('sample of a multisampled image');
  return {
    wave,
    view,
    sampler: operands.sampler(wave.s),
    addresses: operands.addresses(view),
    dimension,
  };
}

/** Returns the level that a lane samples. The level of detail is computed only if the view has multiple levels. */
function getLevel(context: LevelContext, sample: SampleArguments, lane: number): number {
  const { view, sampler } = context;
  if (view.baseLevel === view.lastLevel) return view.baseLevel;
  const level = clampLevel(context, sample, lane, computeLevel(context, sample, lane));
  return selectLevel(view, sampler, level);
}

function getLocation(context: LevelContext, sample: SampleArguments, lane: number): SampleLocation {
  const { wave, addresses, dimension } = context;
  const [x = 0, y = 0, z = 0] = addresses.coordinates.map((coordinate) => readFloat(wave, coordinate, lane));
  const offset = addresses.offset === undefined ? 0 : readInteger(wave, addresses.offset, lane);
  return { x, y, z, offset, dimension, level: getLevel(context, sample, lane) };
}

/** Fills in the addresses of a lane's texels: one, or four for a gather. `component` is -1 unless this is a gather. */
function fillLane(
  request: MemoryRequest,
  context: LevelContext,
  operands: SampleOperands,
  lane: number,
  component: number,
): void {
  const { view, sampler } = context;
  const location = getLocation(context, operands.sample, lane);
  const slice = locateSlice(view, sampler, location);
  const skippedBytes = component < 0 ? 0 : GATHERED_BYTES * getComponentDword(view, component);
  (component < 0 ? ONE_TEXEL : FOOTPRINT).forEach((corner, i) => {
    const [x, y] = locateTexel(view, sampler, location, corner);
    const address = getTexelAddress(view, location.level, x, y, slice, 0);
    request.addresses[i * DATA_STRIDE + lane] = address < 0 ? -1 : address + skippedBytes;
  });
}

/** Stores what `deliver` needs: the view of the texels and the reference values. */
function saveForDelivery(request: MemoryRequest, context: LevelContext): void {
  const { view, sampler, addresses, wave } = context;
  const { border, comparison } = sampler;
  const { format, selects } = view;
  const sampledView: SampledView = { format, selects, border, comparison };
  request.texels = sampledView;
  const { reference } = addresses;
  if (reference === undefined) return;
  forEachLane(request, (lane) => {
    request.data[REFERENCE_DWORD * DATA_STRIDE + lane] = readInteger(wave, reference, lane);
  });
}

function getReference(request: MemoryRequest, { sample }: SampleOperands, lane: number): number | undefined {
  return sample.hasReference ? floatFromBits(request.data[REFERENCE_DWORD * DATA_STRIDE + lane]) : undefined;
}

/** Writes the result of a lane's sample: the components of one texel, or one component of four texels. */
function deliverLane(
  wave: WaveState,
  request: MemoryRequest,
  operands: SampleOperands,
  lane: number,
  isGather: boolean,
): void {
  const view = request.texels as SampledView;
  const { data, components } = operands;
  const reference = getReference(request, operands, lane);
  const deliver = (texel: number, element: number, component: number, position: number) => {
    const isInside = request.addresses[texel * DATA_STRIDE + lane] >= 0;
    const value = readSampledComponent(view, request.data, element, isInside, reference, component);
    writeComponent(wave, data, lane, position, value, view.format);
  };
  if (!isGather) {
    for (const [position, component] of components.entries()) deliver(0, lane, component, position);
    return;
  }
  const [component] = components;
  const skippedDwords = getComponentDword(view, component);
  for (let i = 0; i < FOOTPRINT.length; i++)
    deliver(i, (i - skippedDwords) * DATA_STRIDE + lane, component, i);
}

/** Compiles a sample, which reads one texel per lane, or a gather, which reads four. */
export function compileImageSample(row: MemoryRow, context: CompileContext): MemoryOperation {
  const operands = resolveSampleOperands(row, context);
  const isGather = row.gathers !== undefined;
  const component = isGather ? operands.components[0] : -1;
  const operation: MemoryOperation = {
    ...makeAccess(row, context, 'image'),
    ...(isGather ? { texelsPerLane: FOOTPRINT.length } : {}),
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      const levelContext = makeLevelContext(wave, operands);
      requireNearest(levelContext.sampler, countSpatialCoordinates(levelContext.dimension), isGather);
      forEachLane(request, (lane) => fillLane(request, levelContext, operands, lane, component));
      saveForDelivery(request, levelContext);
    },
    deliver: (wave, request) => {
      forEachLane(request, (lane) => deliverLane(wave, request, operands, lane, isGather));
      clearStatus(wave, request, operands.status);
    },
  };
  return { ...operation, resolve: adaptToWidth(operation, isGather ? GATHERED_BYTES : undefined) };
}
