import { EXPORT_TARGET, type Gfx, usesAlphaToCoverage } from '../../../arch/index.js';
import { type DepthTested, type ExportGranted, QUAD_COLUMNS } from '../../../transactions/index.js';
import { DefaultMap } from '../basics/default-map.js';
import type { DepthState } from '../geometry/depth-state.js';
import type { NewSample } from '../geometry/depth-test.js';
import { countSamples, extractFragmentMask, getFragmentKey, getFragmentMask } from '../geometry/fragments.js';
import { QUAD } from '../geometry/quad-columns.js';
import { LaneColours } from '../program/lane-colours.js';
import type { WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

const FRAGMENTS = 4;

const FLOAT = new DataView(new ArrayBuffer(4));

/** Lower and upper bounds on the samples of a fragment's late test; equal if the samples are known exactly. */
export interface TestedSamples {
  /** Samples that must be covered. */
  readonly certain: number;
  /** Samples that may be covered. */
  readonly possible: number;
}

/**
 * The values that a fragment's shader exports for its late test. A value is undefined if the shader does not export it,
 * or if it is not known which export takes effect.
 */
export interface FragmentExport {
  /** Between 0 and 1. */
  readonly depth: number | undefined;
  /** The reference value in bits 0 to 7, and the operand in bits 8 to 15. */
  readonly stencil: number | undefined;
}

const UNKNOWN_EXPORT: FragmentExport = { depth: undefined, stencil: undefined };

interface PendingWave {
  readonly wave: WaveRecord;
  readonly exports: LaneColours;
  /** Number of the wave's quads that have not been tested. */
  untestedCount: number;
}

/** A quad of a wave with pending late tests. */
export interface PendingQuad {
  readonly pendingWave: PendingWave;
  readonly quad: number;
}

/**
 * Tracks what waves export before their late tests, according to the stream; EXP-06 checks these exports. A wave's last
 * export determines its live lanes. Values, masks and alpha are only kept if the draw uses them, and quads are only
 * kept until they are tested.
 */
export class LateExports {
  /** Number of live samples that were still untested when their wave ended, by primitive. */
  readonly missing = new Map<number, number>();
  /** Untested quads by primitive and position. Sample-rate shading has one quad per iteration at a position. */
  private readonly quads = new DefaultMap<number, DefaultMap<number, PendingQuad[]>>(
    () => new DefaultMap(() => []),
  );
  private readonly waves = new Map<WaveRecord, PendingWave>();
  private readonly pool: LaneColours[] = [];

  /** @param states the depth and stencil states of all draws */
  constructor(
    private readonly gfx: Gfx,
    private readonly states: readonly DepthState[],
    private readonly ledger: WaveLedger,
  ) {}

  /** Records an export. */
  record(t: ExportGranted): void {
    const wave = this.ledger.find(t.wave);
    if (wave === undefined || !isTestedLate(this.states[wave.facts.index])) return;
    const { exports } = this.waves.get(wave) ?? this.trackWave(wave);
    exports.setLiveLanes(t.lanesLo, t.lanesHi);
    if (!this.isKept(wave, t.target)) return;
    const lanes = wave.lanePixels.length;
    exports.record({ lanes, words: t.data, getOffset: (source) => source * lanes, ...t });
  }

  /**
   * Removes and returns the tested quad. Returns undefined if the quad's wave exported nothing or the quad has already
   * been removed.
   */
  remove(t: DepthTested): PendingQuad | undefined {
    const position = getFragmentKey(t.x, t.y);
    const candidates = this.quads.get(t.primitive)?.get(position);
    if (candidates === undefined) return undefined;
    const quad =
      candidates.find((candidate) => this.matchesExactly(candidate, t)) ??
      candidates.find((candidate) => touches(candidate, t)) ??
      candidates[0];
    this.drop(t.primitive, position, quad);
    return quad;
  }

  /** Records that a quad has been tested. */
  recordTested({ pendingWave }: PendingQuad): void {
    if (--pendingWave.untestedCount === 0) this.release(pendingWave);
  }

  /** Returns the samples that the late test of fragment `index` of a quad covers. */
  getSamples({ pendingWave: { wave, exports }, quad }: PendingQuad, index: number): TestedSamples {
    const { facts, quads } = wave;
    const lane = quad * FRAGMENTS + index;
    const covered = getFragmentMask(quads, quad * QUAD_COLUMNS, index);
    if (covered === 0 || !exports.isAlive(lane)) return { certain: 0, possible: 0 };
    const usesAlpha = usesAlphaToCoverage(this.gfx, facts.draw.registers);
    const { exportsMask } = this.states[facts.index];
    if (exports.isAmbiguous && (exportsMask || usesAlpha)) return { certain: 0, possible: covered };
    const kept = exportsMask ? covered & exports.getMask(facts.draw, lane) : covered;
    const alphaMask = usesAlpha ? exports.getAlphaMask(facts.draw, lane, quads) : kept;
    return alphaMask === undefined
      ? { certain: 0, possible: kept }
      : { certain: kept & alphaMask, possible: kept & alphaMask };
  }

  /** Returns the values that fragment `index` of a quad exports for its test. */
  getValues({ pendingWave: { wave, exports }, quad }: PendingQuad, index: number): FragmentExport {
    if (exports.isAmbiguous) return UNKNOWN_EXPORT;
    const lane = quad * FRAGMENTS + index;
    const { draw } = wave.facts;
    return {
      depth: toDepth(exports.getDepthWord(draw, 'depth', lane)),
      stencil: exports.getDepthWord(draw, 'stencil', lane),
    };
  }

  /** Removes a wave that has ended, and counts its untested samples as missing. */
  forget(wave: WaveRecord): void {
    const pendingWave = this.waves.get(wave);
    if (pendingWave === undefined) return;
    for (let quad = 0; quad < wave.quadCount; quad++) this.forgetQuad(pendingWave, quad);
    this.release(pendingWave);
  }

  private trackWave(wave: WaveRecord): PendingWave {
    const exports = this.pool.pop() ?? new LaneColours(this.gfx);
    const pendingWave = { wave, exports, untestedCount: wave.quadCount };
    this.waves.set(wave, pendingWave);
    for (let quad = 0; quad < wave.quadCount; quad++) {
      const positions = this.quads.getOrCreate(wave.getPrimitive(quad));
      positions.getOrCreate(getPosition(wave, quad)).push({ pendingWave, quad });
    }
    return pendingWave;
  }

  private forgetQuad(pendingWave: PendingWave, quad: number): void {
    const primitive = pendingWave.wave.getPrimitive(quad);
    const position = getPosition(pendingWave.wave, quad);
    const untested = this.quads
      .get(primitive)
      ?.get(position)
      ?.find((other) => other.pendingWave === pendingWave && other.quad === quad);
    if (untested === undefined) return;
    let sampleCount = 0;
    for (let index = 0; index < FRAGMENTS; index++)
      sampleCount += countSamples(this.getSamples(untested, index).certain);
    if (sampleCount > 0) this.missing.set(primitive, (this.missing.get(primitive) ?? 0) + sampleCount);
    this.drop(primitive, position, untested);
  }

  private drop(primitive: number, position: number, quad: PendingQuad): void {
    const positions = this.quads.getOrCreate(primitive);
    const quads = positions.getOrCreate(position);
    quads.splice(quads.indexOf(quad), 1);
    if (quads.length === 0) positions.delete(position);
    if (positions.size === 0) this.quads.delete(primitive);
  }

  private release(pendingWave: PendingWave): void {
    this.waves.delete(pendingWave.wave);
    pendingWave.exports.clear();
    this.pool.push(pendingWave.exports);
  }

  private isKept({ facts }: WaveRecord, target: number): boolean {
    if (usesAlphaToCoverage(this.gfx, facts.draw.registers)) return true;
    return target === EXPORT_TARGET.MRTZ && exportsLateValues(this.states[facts.index]);
  }

  private matchesExactly(quad: PendingQuad, t: DepthTested): boolean {
    for (let index = 0; index < FRAGMENTS; index++) {
      const { certain, possible } = this.getSamples(quad, index);
      const before = extractFragmentMask(t.before01, t.before23, index);
      if ((before & ~possible) !== 0 || (certain & ~before) !== 0) return false;
    }
    return true;
  }
}

/** Whether a draw's samples are tested after its shader, provided that there is a depth buffer. */
export function isTestedLate({ early, testsDepth, testsStencil }: DepthState): boolean {
  return early !== 'final' && (testsDepth || testsStencil);
}

/** Whether a draw's shader exports anything that its late tests use. */
function exportsLateValues(state: DepthState): boolean {
  return state.exportsDepth || state.exportsReference || state.exportsOperand || state.exportsMask;
}

/**
 * Returns a fragment's values for its late test, including those that its shader exports. If the depth is
 * unknown, it is undefined; if a stencil value is unknown, `stencilKnown` is false.
 */
export function applyExport(
  { depth, face }: NewSample,
  { exportsDepth, exportsReference, exportsOperand }: DepthState,
  exported: FragmentExport = UNKNOWN_EXPORT,
): NewSample {
  const { stencil = 0 } = exported;
  return {
    depth: exportsDepth ? exported.depth : depth,
    face: {
      ...face,
      reference: exportsReference ? stencil & 0xff : face.reference,
      operand: exportsOperand ? (stencil >>> 8) & 0xff : face.operand,
    },
    stencilKnown: exported.stencil !== undefined || !(exportsReference || exportsOperand),
  };
}

function getPosition({ quads }: WaveRecord, quad: number): number {
  const row = quad * QUAD_COLUMNS;
  return getFragmentKey(quads[row + QUAD.X], quads[row + QUAD.Y]);
}

function touches({ pendingWave: { wave }, quad }: PendingQuad, { before01, before23 }: DepthTested): boolean {
  const row = quad * QUAD_COLUMNS;
  return ((wave.quads[row + QUAD.MASK01] & before01) | (wave.quads[row + QUAD.MASK23] & before23)) !== 0;
}

/** Returns a depth from 0 to 1, or undefined for other values, which the contract does not define. */
function toDepth(word: number | undefined): number | undefined {
  if (word === undefined) return undefined;
  FLOAT.setUint32(0, word);
  const depth = FLOAT.getFloat32(0);
  return depth >= 0 && depth <= 1 ? depth : undefined;
}
