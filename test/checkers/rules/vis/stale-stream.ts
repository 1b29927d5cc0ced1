import { assembleProgram, type ChipName, chipOf } from '../../../../arch/index.js';
import type {
  MemoryIssued,
  MemoryPerformed,
  Scenario,
  Verdict,
  Violation,
} from '../../../../transactions/index.js';
import { setting } from '../../../../transactions/index.js';
import { BUFFER, scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const LANES = 64;
const QUAD = { x: 0, y: 0, primitive: 0 };

/** The coherence bits and the memory space of an access. */
export type AccessBits = Partial<Pick<MemoryIssued, 'glc' | 'dlc' | 'scope' | 'space'>>;

/** Creates a scene with caches that may go stale. If `isCoherent` is set, the buffer is declared coherent. */
export function createStaleScene(chip: ChipName, isCoherent = false): Scenario {
  const base = scene({ chip, freedoms: { caches: setting('caches', 'stale') } });
  return isCoherent ? { ...base, ordered: base.ordered.map((row) => ({ ...row, coherent: true })) } : base;
}

/** Returns code that invalidates the caches, outermost first, and the pc of each instruction. */
function assembleInvalidation(chip: ChipName): {
  readonly words: readonly number[];
  readonly pcs: readonly number[];
} {
  const { gfx } = chipOf(chip);
  const source = gfx === 'gfx9' ? 'buffer_wbinvl1' : 'buffer_gl1_inv\nbuffer_gl0_inv';
  const words = assembleProgram(source, gfx);
  return { words, pcs: gfx === 'gfx9' ? [0] : [0, 8] };
}

/** Creates a stale scene whose program invalidates the vector caches just before it ends. */
export function createInvalidatingScene(chip: ChipName): Scenario {
  const baseScene = createStaleScene(chip);
  const [program] = baseScene.programs;
  const words = [
    ...program.words.slice(0, -1),
    ...assembleInvalidation(chip).words,
    ...program.words.slice(-1),
  ];
  return { ...baseScene, programs: [{ ...program, words }] };
}

/** A stream in which each wave passes a word on to the next. Tests choose the cache level and value of each access. */
export class StaleStream {
  private readonly stream: Stream;
  private waves = 0;

  constructor(private readonly scenario: Scenario) {
    this.stream = new Stream(scenario);
  }

  /** Forms the next wave on the same quad, the second one if it is of the second draw. */
  form(draw = 0): this {
    this.stream.form([{ ...QUAD, primitive: this.waves++ + 3 * draw }], { draw });
    return this;
  }

  /** Adds a store by the youngest wave, performed at each of `levels` in turn. The value may be unknown. */
  store(
    value: number | 'unknown',
    bits: AccessBits,
    levels: readonly MemoryPerformed['level'][] = ['L2'],
  ): this {
    return this.access('store', value, bits, levels);
  }

  /** Adds a load by the given wave, by default the youngest one. */
  load(
    value: number | 'unknown',
    bits: AccessBits,
    level: MemoryPerformed['level'] = 'L2',
    wave: number = this.waves - 1,
  ): this {
    return this.access('load', value, bits, [level], wave);
  }

  /** Adds an atomic, issued by the youngest wave, that returns the old value `value`. */
  atomic(value: number): this {
    return this.access('atomic', value, GLC, ['L2']);
  }

  /** Fills a cache with the line that the waves access. */
  fill(cache: 'L0' | 'GL1'): this {
    const cycle = this.stream.cycle + 1;
    this.stream.add({ kind: 'line-filled', cycle, cache, index: 0, address: BUFFER, access: 0 });
    return this;
  }

  /** Issues the instructions added by `createInvalidatingScene` in the youngest wave, one after another. */
  invalidate(): this {
    const { words } = this.scenario.programs[0];
    const { pcs } = assembleInvalidation(this.scenario.chip);
    for (const pc of pcs) {
      const offset = (words.length - 1 - pcs.length * 2) * 4 + pc;
      this.stream.run(this.waves - 1, offset, offset);
    }
    return this;
  }

  /** Makes the youngest wave exit, and counts its exit. */
  exit(): this {
    const wave = this.waves - 1;
    this.stream.sendMessage(wave).countExit(wave, wave + 1);
    return this;
  }

  /** Returns the violations of the VIS rules, and the verdict that contains them. */
  judge(isForeign = false): {
    readonly verdict: Verdict;
    readonly vis: readonly Pick<Violation, 'rule' | 'severity'>[];
  } {
    const verdict = this.stream.judge({ mayOmitKinds: isForeign });
    const vis = verdict.violations.filter(({ rule }) => rule.startsWith('VIS'));
    return { verdict, vis: vis.map(({ rule, severity }) => ({ rule, severity })) };
  }

  private access(
    operation: MemoryIssued['operation'],
    value: number | 'unknown',
    bits: AccessBits,
    levels: readonly MemoryPerformed['level'][],
    wave: number = this.waves - 1,
  ): this {
    const access = this.stream.issue({ wave, operation, base: BUFFER });
    const issued = this.stream.transactions.at(-1) as MemoryIssued;
    this.stream.transactions[this.stream.transactions.length - 1] = {
      ...issued,
      glc: false,
      dlc: false,
      ...bits,
    };
    for (const level of levels) {
      const cycle = this.stream.cycle + 1;
      const data = value === 'unknown' ? new Int32Array(0) : new Int32Array(LANES).fill(value);
      const cache = level === 'L2' ? {} : { cache: 0 };
      this.stream.add({ kind: 'memory-performed', cycle, wave, access, level, ...cache, data });
    }
    return this;
  }
}

/** No coherence bits. */
export const NONE: AccessBits = {};
/** The bits of coherent stores, and of coherent loads on GFX9 and GFX11. */
export const GLC: AccessBits = { glc: true };
/** The bits of coherent loads on GFX10. */
export const COHERENT: AccessBits = { glc: true, dlc: true };

/** Returns a stream in which the first wave stores 7 and the second wave then reads `value` from `level`. */
export function readAfterStore(
  value: number,
  bits: AccessBits,
  level: 'L0' | 'GL1' | 'L2',
  chip: 'navi21' | 'vega10' | 'navi31' = 'navi21',
  isCoherent = false,
): StaleStream {
  return new StaleStream(createStaleScene(chip, isCoherent))
    .form()
    .store(7, GLC)
    .exit()
    .form()
    .load(value, bits, level);
}
