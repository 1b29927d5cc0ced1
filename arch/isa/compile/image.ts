import type { WaveState } from '../../wave-state.js';
import { DIMENSION_2D, imageAddresses } from '../image-addresses.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { type MemoryRow, memoryCounter, nameOf } from '../rows/row.js';
import { UnsupportedOperation } from '../unsupported-operation.js';
import { cacheBits } from './buffer.js';
import type { Compile } from './compiled.js';
import { type CompileContext, Unsupported } from './context.js';
import { type ImageView, readImageDescriptor, TEXEL, texelAddress } from './image-descriptor.js';
import { forEachLane, gatherData, scatterData, takeExec } from './memory-data.js';
import { columnOf, readSampler, rowOf } from './sampler.js';
import { loadedComponent, storedChannel } from './texel.js';

/** What an image instruction takes from registers. */
interface ImageOperands {
  /** Index in `s` of the image descriptor, and of the sampler or -1. */
  readonly descriptor: number;
  readonly sampler: number;
  /** First elements in `v` of the coordinate registers: one when packed. */
  readonly coordinates: readonly number[];
  readonly packed: boolean;
  /** First element in `v` of the data. */
  readonly data: number;
  /** Components that take part, ascending. */
  readonly components: readonly number[];
}

/** Register of address number `i`: consecutive, or listed one a byte in the further words. */
function addressRegister(context: CompileContext, i: number): number {
  const isListed = context.field('nsa') > 0 && i > 0;
  return isListed ? context.field(`addr${i}`) : context.field('vaddr') + i;
}

/** Registers of the two coordinates, or of the one that holds both; the other addresses do not matter to one level. */
function coordinateRegisters(row: MemoryRow, context: CompileContext, packed: boolean): number[] {
  const { before } = imageAddresses(row, DIMENSION_2D);
  const places = packed ? [before] : [before, before + 1];
  return places.map((place) => addressRegister(context, place));
}

function refuseWhatIsNotModelled(row: MemoryRow, context: CompileContext): void {
  for (const name of ['tfe', 'lwe', 'd16', 'r128', 'da']) {
    if (context.field(name) !== 0) throw new Unsupported(`${nameOf(row, context.gfx)} with ${name}`);
  }
  if (context.gfx !== 'gfx9' && context.field('dim') !== DIMENSION_2D)
    throw new Unsupported('image dimension');
  const expected = row.atomic === 'cmpswap' ? 3 : 1;
  if (row.access === 'atomic' && context.field('dmask') !== expected)
    throw new Unsupported('64-bit image atomic');
  if (row.image === 'sample' && context.field('a16') !== 0)
    throw new Unsupported('16-bit sample coordinates');
}

/** Atomics give the old texel back with glc. */
function returnsOld(row: MemoryRow, context: CompileContext): boolean {
  return row.access === 'atomic' && context.field('glc') !== 0;
}

function operandsOf(row: MemoryRow, context: CompileContext): ImageOperands {
  refuseWhatIsNotModelled(row, context);
  const packed = context.field('a16') !== 0;
  const registers = coordinateRegisters(row, context, packed);
  for (const register of registers) context.uses.vector(register);
  const components = [0, 1, 2, 3].filter((i) => ((context.field('dmask') >>> i) & 1) !== 0);
  const data = context.field('vdata');
  if (row.access !== 'load') context.uses.vector(data, components.length);
  if (row.access === 'load') context.defines.vector(data, components.length);
  else if (returnsOld(row, context)) context.defines.vector(data);
  context.usesExec();
  return {
    descriptor: context.scalarSource(context.field('srsrc') * 4, 'b256'),
    sampler: row.image === 'sample' ? context.scalarSource(context.field('ssamp') * 4, 'b128') : -1,
    coordinates: registers.map((register) => register * context.lanes),
    packed,
    data: data * context.lanes,
    components,
  };
}

type Address = (wave: WaveState, request: MemoryRequest, view: ImageView) => void;

function fillTexels({ coordinates: [x, y], packed }: ImageOperands): Address {
  return ({ v }, request, view) => {
    forEachLane(request, (lane) => {
      const first = v[x + lane];
      const column = packed ? first & 0xffff : first;
      request.addresses[lane] = texelAddress(view, column, packed ? first >>> 16 : v[y + lane]);
    });
  };
}

function fillSamples({ coordinates: [x, y], sampler }: ImageOperands): Address {
  return ({ s, vf }, request, view) => {
    const modes = readSampler(s, sampler);
    forEachLane(request, (lane) => {
      const column = columnOf(modes, vf[x + lane], view.width);
      request.addresses[lane] = texelAddress(view, column, rowOf(modes, vf[y + lane], view.height));
    });
  };
}

/** Packs a texel of each lane's components. */
function fillStored(
  { v, lanes }: WaveState,
  request: MemoryRequest,
  operands: ImageOperands,
  kind: number,
): void {
  forEachLane(request, (lane) => {
    let texel = 0;
    operands.components.forEach((component, i) => {
      texel |= storedChannel(v[operands.data + i * lanes + lane], kind, component);
    });
    request.data[lane] = texel;
  });
}

/** Kind in the low four bits, channel selects above. */
function packTexels({ texel, selects }: ImageView): number {
  return texel | (selects << 4);
}

function deliverTexels(
  { v, lanes }: WaveState,
  request: MemoryRequest,
  { data, components }: ImageOperands,
): void {
  const texels = request.texels ?? 0;
  forEachLane(request, (lane) => {
    const texel = request.addresses[lane] < 0 ? 0 : request.data[lane];
    components.forEach((component, i) => {
      v[data + i * lanes + lane] = loadedComponent(texel, texels & 15, texels >>> 4, component);
    });
  });
}

/** Values of an atomic: the operand, then what to compare with. */
function fillAtomic(
  wave: WaveState,
  request: MemoryRequest,
  { data, components }: ImageOperands,
  kind: number,
): void {
  if (kind === TEXEL.UNORM8) throw new UnsupportedOperation('atomic on an 8-bit image');
  gatherData(wave, request, data, components.length);
}

/** Compiles image loads, stores, atomics and samples of linear two-dimensional images with one level. */
export const compileImage: Compile<MemoryRow> = (row, context) => {
  const operands = operandsOf(row, context);
  const { gfx } = context;
  const returns = returnsOld(row, context);
  const fill = row.image === 'sample' ? fillSamples(operands) : fillTexels(operands);
  const view: ImageView = { base: 0, width: 0, height: 0, pitch: 0, texel: 0, selects: 0 };
  const memory: MemoryOperation = {
    space: 'image',
    access: row.access,
    ...(row.atomic === undefined ? {} : { atomic: row.atomic }),
    returns,
    bytes: row.bytes,
    dwords: row.access === 'atomic' ? operands.components.length : 1,
    counter: memoryCounter('mimg', row.access === 'store' || (row.access === 'atomic' && !returns), gfx),
    ...cacheBits(context),
    prepare: (wave, request) => {
      takeExec(wave, request);
      readImageDescriptor(wave.s, operands.descriptor, gfx, view);
      request.texels = packTexels(view);
      fill(wave, request, view);
      if (row.access === 'store') fillStored(wave, request, operands, view.texel);
      else if (row.access === 'atomic') fillAtomic(wave, request, operands, view.texel);
    },
    deliver: (wave, request) => {
      if (row.access === 'atomic') scatterData(wave, request, operands.data, 1);
      else deliverTexels(wave, request, operands);
    },
  };
  return { kind: 'memory', memory };
};
