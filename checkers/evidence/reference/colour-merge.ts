import type { Gfx, Instruction, WaveState, WordSource } from '../../../arch/index.js';
import {
  blendColour,
  decodeBlend,
  findMax,
  findRegisterField,
  packColour,
  SCALAR,
  unpackColour,
  usesAlphaToCoverage,
} from '../../../arch/index.js';
import { QUAD_COLUMNS, type Scenario } from '../../../transactions/index.js';
import { getOrCreate } from '../basics/default-map.js';
import { getFragmentMask, visitMaskedPixels } from '../geometry/fragments.js';
import { QUAD } from '../geometry/quad-columns.js';
import type { ScreenGrid } from '../geometry/screen-grid.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import { LaneColours } from '../program/lane-colours.js';
import { ColourImage } from './colour-image.js';
import type { LateSurvivors } from './late-survivors.js';

/** Number of channels per target in CB_TARGET_MASK and CB_SHADER_MASK. */
const CHANNELS = 4;
const ALL_CHANNELS = 0xf;

const ALL_SAMPLES = -1;

interface MergeFacts {
  readonly scenario: Scenario;
  readonly gfx: Gfx;
  readonly grid: ScreenGrid;
  readonly memory: WordSource;
}

type MergeState = ReturnType<typeof readMergeState>;

/**
 * Computes the colour buffers that would result if waves exported one after another, in formation order. The
 * reference's exports are blended at the samples that a wave covers and that survive late tests (P-062).
 */
export class ColourMerge {
  readonly images: readonly ColourImage[];
  /** 1 for each pixel whose value the contract leaves undefined. */
  readonly undefinedPixels: Uint8Array;
  private readonly colours: LaneColours;
  private readonly states = new Map<DrawFacts, MergeState>();
  private wave: WaveRecord | undefined;
  private readonly colour = new Float64Array(CHANNELS);
  private readonly secondSource = new Float64Array(CHANNELS);
  private readonly stored = new Float64Array(CHANNELS);

  constructor(
    private readonly facts: MergeFacts,
    private readonly survivors: LateSurvivors,
  ) {
    const { scenario, grid, gfx, memory } = facts;
    const pixels = grid.width * grid.height;
    const samples = findMax(
      scenario.draws.map((draw) => draw.samples),
      1,
    );
    this.images = (scenario.colourBuffers ?? []).map(
      (format) => new ColourImage(format, pixels, samples, memory),
    );
    this.undefinedPixels = new Uint8Array(this.images.length === 0 ? 0 : pixels);
    this.colours = new LaneColours(gfx);
  }

  /** Records an export that a wave executed in the reference. */
  recordExport(wave: WaveRecord, instruction: Instruction, state: WaveState): void {
    if (wave !== this.wave) this.finish();
    this.wave = wave;
    const { export: operation } = instruction;
    if (operation === undefined) return;
    const { s, v, lanes } = state;
    this.colours.setLiveLanes(s[SCALAR.EXEC_LO], s[SCALAR.EXEC_HI]);
    const getOffset = (source: number): number => operation.sources[source] * lanes;
    this.colours.record({ lanes, words: v, getOffset, ...operation });
  }

  /** Merges the exports of the current wave, if any. */
  finish(): void {
    const { wave, colours } = this;
    if (wave === undefined) return;
    this.wave = undefined;
    const state = this.getState(wave.facts);
    for (let lane = 0; lane < wave.quadCount * 4; lane++)
      if (colours.isAlive(lane)) this.mergeLane(wave, state, lane);
    colours.clear();
  }

  /** Marks all pixels of a wave as undefined. */
  markUndefined({ lanePixels, quads, quadCount, facts: { draw } }: WaveRecord): void {
    for (let lane = 0; lane < quadCount * 4; lane++)
      if (lanePixels[lane] >= 0) this.markFragmentUndefined(quads, lane, draw.samples);
  }

  private markFragmentUndefined(quads: Int32Array, lane: number, samples: number): void {
    const row = (lane >> 2) * QUAD_COLUMNS;
    visitMaskedPixels(quads, row, lane & 3, samples, getFragmentMask(quads, row, lane & 3), (x, y) => {
      const pixel = this.facts.grid.findPixel(x, y);
      if (pixel >= 0) this.undefinedPixels[pixel] = 1;
    });
  }

  private getState(facts: DrawFacts): MergeState {
    const { registers } = facts.draw;
    return getOrCreate(this.states, facts, () =>
      readMergeState(this.facts.gfx, registers, this.images.length),
    );
  }

  private mergeLane(wave: WaveRecord, state: MergeState, lane: number): void {
    const { quads, facts } = wave;
    const row = (lane >> 2) * QUAD_COLUMNS;
    const index = lane & 3;
    const [x, y] = [quads[row + QUAD.X], quads[row + QUAD.Y]];
    const mask =
      getFragmentMask(quads, row, index) &
      this.survivors.getSurvivors(wave, wave.getPrimitive(lane >> 2), x, y, index) &
      (state.exportsMask ? this.colours.getMask(facts.draw, lane) : ALL_SAMPLES);
    if (mask === 0) return;
    const kept = state.usesAlpha ? this.colours.getAlphaMask(facts.draw, lane, quads) : ALL_SAMPLES;
    if (this.colours.isAmbiguous || kept === undefined) {
      this.markFragmentUndefined(quads, lane, facts.draw.samples);
      return;
    }
    for (const [target, image] of this.images.entries()) {
      if (state.targets[target].enabled === 0) continue;
      visitMaskedPixels(quads, row, index, facts.draw.samples, mask & kept, (fineX, fineY, covered) => {
        const pixel = this.facts.grid.findPixel(fineX, fineY);
        if (pixel < 0) return;
        for (let remaining = covered; remaining !== 0; remaining &= remaining - 1)
          this.write(
            wave,
            state,
            lane,
            target,
            image.getWordIndex(pixel, 31 - Math.clz32(remaining & -remaining)),
          );
      });
    }
  }

  private write(
    { facts: { draw } }: WaveRecord,
    { targets }: MergeState,
    lane: number,
    target: number,
    firstWord: number,
  ): void {
    const { colours, colour, secondSource, stored, images, facts } = this;
    if (!colours.read(draw, target, lane, colour)) return;
    const { format, words } = images[target];
    const { blend, enabled } = targets[target];
    if (blend !== undefined || enabled !== ALL_CHANNELS) unpackColour(format, words, firstWord, stored);
    if (blend !== undefined) {
      secondSource.fill(0);
      colours.read(draw, 1, lane, secondSource);
      blendColour(facts.gfx, format, blend, colour, secondSource, stored);
    }
    for (let i = 0; i < CHANNELS; i++) if (((enabled >>> i) & 1) === 0) colour[i] = stored[i];
    packColour(format, colour, words, firstWord);
  }
}

type Registers = Readonly<Record<string, number>>;

/** Returns the settings from a draw's registers for merging its waves' exports. */
function readMergeState(gfx: Gfx, registers: Registers, targetCount: number) {
  const { CB_TARGET_MASK = 0, CB_SHADER_MASK = 0 } = registers;
  return {
    /** Whether the sample mask exported by the shader takes effect. */
    exportsMask: findRegisterField(gfx, registers, 'DB_SHADER_CONTROL.MASK_EXPORT_ENABLE') === 1,
    /** Whether alpha determines coverage. */
    usesAlpha: usesAlphaToCoverage(gfx, registers),
    /** For each target, the channels that both masks enable and the blend settings. */
    targets: Array.from({ length: targetCount }, (_, target) => ({
      enabled: ((CB_TARGET_MASK & CB_SHADER_MASK) >>> (CHANNELS * target)) & ALL_CHANNELS,
      blend: decodeBlend(registers[`CB_BLEND${target}_CONTROL`] ?? 0),
    })),
  };
}
