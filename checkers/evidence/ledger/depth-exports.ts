import { type DepthExportValue, depthExportPlace, EXPORT_TARGET } from '../../../arch/index.js';
import type { ExportGranted } from '../../../transactions/index.js';
import { QUAD_COLUMNS } from '../../../transactions/index.js';
import { hasLane } from '../basics/lanes.js';
import type { DepthState } from '../geometry/depth-state.js';
import type { FreshSample } from '../geometry/depth-test.js';
import { fragmentKey, fragmentMask, rateX, rateY } from '../geometry/fragments.js';
import { QUAD } from '../geometry/quad-columns.js';
import { sourcesOf } from '../program/export-sources.js';
import type { WaveLedger } from './waves.js';

const FLOAT = new DataView(new ArrayBuffer(4));

/** What a fragment's shader exports for its tests; undefined if it exports nothing, or if it is unknown which export counts. */
export interface FragmentExport {
  /** From 0 to 1. */
  readonly depth: number | undefined;
  /** Reference value in the low byte, operand in the next. */
  readonly stencil: number | undefined;
  /** Samples that are left. */
  readonly mask: number | undefined;
}

const UNKNOWN: FragmentExport = { depth: undefined, stencil: undefined, mask: undefined };

/**
 * Values that shaders export to the depth target, as the stream tells; EXP-06 judges whether they had to. Each stays until its
 * fragment is tested.
 */
export class DepthExports {
  private readonly fragments = new Map<number, Map<number, FragmentExport>>();

  constructor(private readonly waves: WaveLedger) {}

  /** Takes in an export. */
  take(t: ExportGranted): void {
    const wave = this.waves.find(t.wave);
    if (wave === undefined || t.target !== EXPORT_TARGET.MRTZ) return;
    const format = wave.facts.draw.registers.SPI_SHADER_Z_FORMAT ?? 0;
    const lanes = wave.lanePixels.length;
    for (let lane = 0; lane < wave.quadCount * 4; lane++) {
      const row = (lane >> 2) * QUAD_COLUMNS;
      if (!hasLane(t.lanesLo, t.lanesHi, lane) || fragmentMask(wave.quads, row, lane & 3) === 0) continue;
      const depth = floatOf(exportedWord(t, format, 'depth', lanes, lane));
      const stencil = exportedWord(t, format, 'stencil', lanes, lane);
      const mask = exportedWord(t, format, 'mask', lanes, lane);
      this.put(wave.primitiveOf(lane >> 2), keyOf(wave.quads, row, lane & 3), { depth, stencil, mask });
    }
  }

  /** Takes out what the fragment of a primitive exported whose top-left pixel that is. */
  takeOut(primitive: number, x: number, y: number): FragmentExport {
    const fragments = this.fragments.get(primitive);
    const found = fragments?.get(fragmentKey(x, y));
    if (fragments === undefined || found === undefined) return UNKNOWN;
    fragments.delete(fragmentKey(x, y));
    if (fragments.size === 0) this.fragments.delete(primitive);
    return found;
  }

  /** Of several exports it is unknown which one counts. */
  private put(primitive: number, key: number, value: FragmentExport): void {
    const fragments = this.fragments.get(primitive) ?? new Map<number, FragmentExport>();
    this.fragments.set(primitive, fragments);
    fragments.set(key, fragments.has(key) ? UNKNOWN : value);
  }
}

/** Whether the shaders of a draw export something that its late tests take. */
export function exportsAny(state: DepthState): boolean {
  return state.exportsDepth || state.exportsReference || state.exportsOperand || state.exportsMask;
}

/** What a fragment brings to its late test where its shader exports some of it. */
export function exportedSample(
  { depth, face }: FreshSample,
  { exportsDepth, exportsReference, exportsOperand }: DepthState,
  exported: FragmentExport,
): FreshSample {
  const { stencil = 0 } = exported;
  return {
    depth: exportsDepth ? exported.depth : depth,
    face: {
      ...face,
      reference: exportsReference ? stencil & 0xff : face.reference,
      operand: exportsOperand ? (stencil >>> 8) & 0xff : face.operand,
    },
    knowsStencil: exported.stencil !== undefined || !(exportsReference || exportsOperand),
  };
}

function keyOf(quads: Int32Array, row: number, index: number): number {
  const rate = quads[row + QUAD.RATE];
  return fragmentKey(
    quads[row + QUAD.X] + ((index & 1) << rateX(rate)),
    quads[row + QUAD.Y] + ((index >> 1) << rateY(rate)),
  );
}

function exportedWord(
  t: ExportGranted,
  format: number,
  value: DepthExportValue,
  lanes: number,
  lane: number,
): number | undefined {
  const place = depthExportPlace(format, value);
  if (place === undefined || !sourcesOf(t).includes(place.word)) return undefined;
  return t.data[place.word * lanes + lane] >>> place.bit;
}

/** A depth from 0 to 1; what becomes of others is left open. */
function floatOf(word: number | undefined): number | undefined {
  if (word === undefined) return undefined;
  FLOAT.setUint32(0, word);
  const depth = FLOAT.getFloat32(0);
  return depth >= 0 && depth <= 1 ? depth : undefined;
}
