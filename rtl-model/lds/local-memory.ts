import { PARAMETER_DWORDS, registerField } from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { SIMDS_PER_WGP, simdCount } from '../placement.js';
import type { DrawPlan } from '../spi/draw-plan.js';
import type { Wave } from '../wave.js';

/** Dwords of one work-group processor's memory: 64 KB (P-035). */
const CAPACITY = 16384;

/** Dwords that one unit of EXTRA_LDS_SIZE stands for, before GFX11 and on it. */
const EXTRA_UNIT = { before: 128, gfx11: 256 } as const;

const NONE = new Int32Array(0);

interface Span {
  readonly first: number;
  readonly end: number;
}

/**
 * Local data share of the work-group processors as memory: a wave holds a part of its processor's, its parameters first
 * and then what the draw asks for beside them (P-119; EXTRA_LDS_SIZE). Contents stay when a part goes to the next wave.
 */
export class LocalMemory {
  private readonly words: readonly Int32Array[];
  /** Parts in use by processor, in order of their place. */
  private readonly spans: readonly Span[][];
  /** Dwords beside the parameters, by draw. */
  private readonly extra: Int32Array;

  constructor(context: DeviceContext, plans: readonly DrawPlan[]) {
    const processors = simdCount(context.chip) / SIMDS_PER_WGP;
    this.words = Array.from({ length: processors }, () => new Int32Array(CAPACITY));
    this.spans = Array.from({ length: processors }, () => []);
    const unit = context.gfx === 'gfx11' ? EXTRA_UNIT.gfx11 : EXTRA_UNIT.before;
    this.extra = Int32Array.from(plans, ({ draw }) => {
      const units = registerField(context.gfx, draw.registers, 'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE');
      return unit * (units ?? 0);
    });
  }

  /** Dwords that a formed wave needs. */
  sizeOf(wave: Wave): number {
    const { attributes, index } = wave.plan;
    const parameters = attributes === 0 ? 0 : attributes * primitivesOf(wave) * PARAMETER_DWORDS;
    return parameters + this.extra[index];
  }

  /** Whether a processor has a free part of so many dwords. */
  fits(processor: number, dwords: number): boolean {
    return dwords === 0 || this.placeFor(processor, dwords) >= 0;
  }

  /** Gives a wave on a slot its part, which must fit. */
  allocate(wave: Wave): void {
    wave.localFirst = 0;
    wave.state.lds = NONE;
    const dwords = this.sizeOf(wave);
    if (dwords === 0) return;
    const { wgp } = wave.place;
    const spans = this.spans[wgp];
    const place = this.placeFor(wgp, dwords);
    const first = place === 0 ? 0 : spans[place - 1].end;
    spans.splice(place, 0, { first, end: first + dwords });
    wave.localFirst = first;
    wave.state.lds = this.words[wgp].subarray(first, first + dwords);
  }

  /** Takes the part of a wave back. */
  free(wave: Wave): void {
    if (wave.state.lds.length === 0) return;
    const spans = this.spans[wave.place.wgp];
    spans.splice(
      spans.findIndex(({ first }) => first === wave.localFirst),
      1,
    );
  }

  /** Index of the part behind the first hole that is large enough, or -1. */
  private placeFor(processor: number, dwords: number): number {
    const spans = this.spans[processor];
    let free = 0;
    for (let place = 0; place < spans.length; place++) {
      if (spans[place].first - free >= dwords) return place;
      free = spans[place].end;
    }
    return CAPACITY - free >= dwords ? spans.length : -1;
  }
}

/** Primitives of which the wave holds quads; those of one primitive follow each other. */
function primitivesOf({ quads, quadCount }: Wave): number {
  let count = 1;
  for (let quad = 1; quad < quadCount; quad++) {
    const at = quad * QUAD_COLUMNS + QUAD_COLUMN.PRIMITIVE;
    if (quads[at] !== quads[at - QUAD_COLUMNS]) count++;
  }
  return count;
}
