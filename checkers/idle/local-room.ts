import { PARAMETER_DWORDS, registerField } from '../../arch/index.js';
import { QUAD_COLUMNS } from '../../transactions/index.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { SIMDS_PER_WGP } from './issue-backlog.js';

/** Dwords of one work-group processor's local data share: 64 KB (P-035). */
const CAPACITY_DWORDS = 16384;

/** Dwords that one unit of EXTRA_LDS_SIZE stands for, before GFX11 and on it. */
const EXTRA_UNIT = { before: 128, gfx11: 256 } as const;

/** What the running waves hold of one processor's local data share. */
interface Held {
  dwords: number;
  parts: number;
}

/** Room in the local data shares, as far as launches and releases tell, wherever in them the parts in use lie. */
export class LocalRoom {
  private readonly held = new Map<number, Held>();
  private readonly processors = new Map<WaveRecord, number>();

  constructor(private readonly ledgers: Ledgers) {}

  /** Whether a wave's part fits every processor for certain: the parts in use leave a hole of that size at least. */
  surelyFits(wave: WaveRecord): boolean {
    const need = this.sizeOf(wave);
    if (need > CAPACITY_DWORDS) return false;
    for (const { dwords, parts } of this.held.values()) {
      if (Math.floor((CAPACITY_DWORDS - dwords) / (parts + 1)) < need) return need === 0;
    }
    return true;
  }

  /** A wave was launched on a SIMD. */
  take(wave: WaveRecord, simd: number): void {
    const processor = Math.floor(simd / SIMDS_PER_WGP);
    this.processors.set(wave, processor);
    this.change(processor, this.sizeOf(wave), 1);
  }

  /** The slot of a wave is free again. */
  free(wave: WaveRecord): void {
    const processor = this.processors.get(wave);
    if (processor === undefined) return;
    this.processors.delete(wave);
    this.change(processor, -this.sizeOf(wave), -1);
  }

  private change(processor: number, dwords: number, parts: number): void {
    if (dwords === 0) return;
    const held = this.held.get(processor) ?? { dwords: 0, parts: 0 };
    held.dwords += dwords;
    held.parts += parts;
    this.held.set(processor, held);
  }

  /** Parameters of the wave's primitives, and what the draw asks for beside them (P-119; EXTRA_LDS_SIZE). */
  private sizeOf(wave: WaveRecord): number {
    const { gfx } = this.ledgers;
    const field = (name: string): number => registerField(gfx, wave.facts.draw.registers, name) ?? 0;
    const attributes = field('SPI_PS_IN_CONTROL.NUM_INTERP') + field('SPI_PS_IN_CONTROL.NUM_PRIM_INTERP');
    const unit = gfx === 'gfx11' ? EXTRA_UNIT.gfx11 : EXTRA_UNIT.before;
    const extra = unit * field('SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE');
    return attributes * primitivesOf(wave) * PARAMETER_DWORDS + extra;
  }
}

/** Primitives of which the wave holds quads; those of one primitive follow each other. */
function primitivesOf(wave: WaveRecord): number {
  let count = 0;
  const quads = wave.quads.length / QUAD_COLUMNS;
  for (let quad = 0; quad < quads; quad++) {
    if (quad === 0 || wave.primitiveOf(quad) !== wave.primitiveOf(quad - 1)) count++;
  }
  return count;
}
