import type { WaveState } from '../../wave-state.js';
import { type MemoryOperation, type MemoryRequest, UnsupportedOperation } from '../instruction.js';
import type { MemoryRow } from '../rows/memory-row.js';
import { findVerbatimDword, packTexel, readSelectedComponent, writeComponent } from '../texels/components.js';
import { getComponentDword } from '../texels/sampled.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { getTexelAddress, type ImageView } from './image-descriptor.js';
import { COORDINATE_ROLES, type ImageOperands, readInteger, resolveImageOperands } from './image-operands.js';
import { compileImageQuery } from './image-query.js';
import { compileImageSample } from './image-sample.js';
import { makeAccess } from './lane-access.js';
import {
  activateExecLanes,
  adaptToWidth,
  clearStatus,
  copyLanes,
  DATA_STRIDE,
  forEachLane,
  gatherData,
  scatterData,
} from './memory-data.js';

const MAX_DWORDS = 4;

/** Fills texels with raw register values. Missing registers are treated as 0. */
function packRaw(wave: WaveState, request: MemoryRequest, first: number, registers: number): void {
  request.data.fill(0, 0, MAX_DWORDS * DATA_STRIDE);
  gatherData(wave, request, first, registers);
}

/** Writes texels to registers without converting them. Texels smaller than a dword are sign-extended if `signed`. */
function deliverRaw(
  { v, lanes }: WaveState,
  request: MemoryRequest,
  first: number,
  registers: number,
  signed: boolean,
): void {
  const bytes = request.texels!.format.bytes;
  const shift = bytes < 4 && signed ? 32 - bytes * 8 : 0;
  forEachLane(request, (lane) => {
    for (let i = 0; i < registers; i++) {
      const word = i * 4 < bytes ? request.data[i * DATA_STRIDE + lane] : 0;
      v[first + i * lanes + lane] = (word << shift) >> shift;
    }
  });
}

/**
 * Fills in the address of one texel per lane: `fragmentOffset` fragments after the one that the instruction selects,
 * plus `byteOffset` bytes.
 */
function fillAddresses(
  wave: WaveState,
  request: MemoryRequest,
  view: ImageView,
  { addresses, dimension }: ImageOperands,
  fragmentOffset: number,
  byteOffset: number,
): void {
  const { coordinates, levelOperand } = addresses(view);
  const { row, slice, fragment } = COORDINATE_ROLES[dimension(view)];
  const readCoordinate = (role: number, lane: number) =>
    role < 0 ? 0 : readInteger(wave, coordinates[role], lane);
  forEachLane(request, (lane) => {
    const level = view.baseLevel + (levelOperand === undefined ? 0 : readInteger(wave, levelOperand, lane));
    const address = getTexelAddress(
      view,
      level,
      readCoordinate(0, lane),
      readCoordinate(row, lane),
      readCoordinate(slice, lane),
      readCoordinate(fragment, lane) + fragmentOffset,
    );
    request.addresses[fragmentOffset * DATA_STRIDE + lane] = address < 0 ? -1 : address + byteOffset;
  });
}

/** Writes the components of each lane's texel to registers. */
function deliverTexels(wave: WaveState, request: MemoryRequest, { data, components }: ImageOperands): void {
  const view = request.texels!;
  for (let position = 0; position < components.length; position++) {
    const component = components[position]!;
    const dword = data.isPacked16 ? -1 : findVerbatimDword(view, component);
    if (dword >= 0) {
      copyLanes(request.data, dword * DATA_STRIDE, wave.v, data.first + position * wave.lanes, request);
      continue;
    }
    forEachLane(request, (lane) => {
      const value = readSelectedComponent(view, request.data, lane, component);
      writeComponent(wave, data, lane, position, value, view.format);
    });
  }
}

const FRAGMENT_COUNT = 4;
const DWORD_BYTES = 4;

/** Writes one component of each fragment of a lane's texel to registers. */
function deliverFragments(
  wave: WaveState,
  request: MemoryRequest,
  { data, components }: ImageOperands,
): void {
  const view = request.texels!;
  const [component] = components;
  const skippedDwords = getComponentDword(view, component);
  forEachLane(request, (lane) => {
    for (let i = 0; i < FRAGMENT_COUNT; i++) {
      const firstDword = (i - skippedDwords) * DATA_STRIDE + lane;
      const value = readSelectedComponent(view, request.data, firstDword, component);
      writeComponent(wave, data, lane, i, value, view.format);
    }
  });
}

/** Compiles a load or store of one texel per lane, or a load of one component of four fragments. */
function compileTexel(row: MemoryRow, context: CompileContext): MemoryOperation {
  const operands = resolveImageOperands(row, context);
  const { data, components } = operands;
  const gathersFragments = row.gathers !== undefined;
  const count = gathersFragments ? FRAGMENT_COUNT : 1;
  const operation: MemoryOperation = {
    ...makeAccess(row, context, 'image'),
    ...(gathersFragments ? { texelsPerLane: count } : {}),
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      const view = operands.image(wave.s);
      const skippedBytes = gathersFragments ? DWORD_BYTES * getComponentDword(view, components[0]) : 0;
      request.texels = view;
      for (let i = 0; i < count; i++) fillAddresses(wave, request, view, operands, i, skippedBytes);
      if (row.access === 'load') return;
      if (row.raw !== undefined) packRaw(wave, request, data.first, components.length);
      else forEachLane(request, (lane) => packTexel(wave, request, data, components, view.format, lane));
    },
    deliver: (wave, request) => {
      if (gathersFragments) deliverFragments(wave, request, operands);
      else if (row.raw === undefined) deliverTexels(wave, request, operands);
      else deliverRaw(wave, request, data.first, components.length, row.raw === 'sign-extended');
      clearStatus(wave, request, operands.status);
    },
  };
  return { ...operation, resolve: adaptToWidth(operation, gathersFragments ? DWORD_BYTES : undefined) };
}

/**
 * Returns the size in bytes of an atomic's texel, 4 or 8. The mask has one bit per dword of data, so a comparand
 * doubles the number of bits.
 */
function getAtomicBytes(row: MemoryRow, context: CompileContext): number {
  const dmask = context.field('dmask');
  const [narrow, wide] = row.atomic?.endsWith('cmpswap') ? [0x3, 0xf] : [0x1, 0x3];
  if (dmask === narrow) return 4;
  if (dmask !== wide) throw new UnsupportedError(`image atomic with dmask ${dmask}`);
  return 8;
}

function compileAtomic(row: MemoryRow, context: CompileContext): MemoryOperation {
  if (context.field('d16') !== 0) throw new UnsupportedError('image atomic with d16');
  const operands = resolveImageOperands(row, context);
  const bytes = getAtomicBytes(row, context);
  const access = makeAccess(row, context, 'image');
  const dwords = operands.components.length;
  if (access.returns) context.defines.vector(context.field('vdata'), bytes / 4);
  return {
    ...access,
    bytes,
    dwords,
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      const view = operands.image(wave.s);
      if (view.format.bytes !== bytes || view.format.channels[0].width < 32)
        throw new UnsupportedOperation(`atomic on image format ${view.format.name}`);
      fillAddresses(wave, request, view, operands, 0, 0);
      gatherData(wave, request, operands.data.first, dwords);
    },
    deliver: (wave, request) => scatterData(wave, request, operands.data.first, bytes / 4),
  };
}

/** Compiles all types of access to linear images. */
export function compileImage(row: MemoryRow, context: CompileContext): MemoryOperation {
  if (row.query !== undefined) return compileImageQuery(row, context);
  if (row.image === 'sample') return compileImageSample(row, context);
  if (row.access === 'atomic') return compileAtomic(row, context);
  return compileTexel(row, context);
}
