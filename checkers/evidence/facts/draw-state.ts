import { type Chip, findRegisterField, hasRegister } from '../../../arch/index.js';
import { formatHex } from '../basics/words.js';
import type { DrawFacts } from '../program/draws.js';

/**
 * Whether an interlocked draw must drain on overlap, because its chip misses overlaps at or above a certain number of
 * raster or depth samples (S-130). The depth sample count is only read if the raster sample count is below the
 * threshold, because the depth register may be missing.
 */
export function needsDrain(state: DrawState): boolean {
  if (!state.facts.interlocked) return false;
  const threshold = state.chip.quirks?.missedOverlapSamples;
  if (threshold === undefined) return false;
  const reachesThreshold = (log2?: number): boolean => log2 !== undefined && 1 << log2 >= threshold;
  return (
    reachesThreshold(state.getField('PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES')) ||
    reachesThreshold(state.getField('DB_Z_INFO.NUM_SAMPLES'))
  );
}

/**
 * Gives the rules access to a draw's registers. A missing register is recorded rather than assumed to be zero (pops.md
 * 7).
 */
export class DrawState {
  /** The first register that was read but not set by the draw. */
  missingRegister: string | undefined;
  /** Whether a register that the chip does not have was read. */
  readsUnsupportedRegister = false;
  /** Names of the fields read so far, in order. */
  private readonly fieldsRead: string[] = [];

  constructor(
    readonly facts: DrawFacts,
    readonly chip: Chip,
  ) {}

  /** Log2 of the number of samples in coverage masks (S-118). */
  get exposedSamplesLog2(): number | undefined {
    return this.getField('PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES');
  }

  /**
   * Returns the value of `REGISTER.FIELD`. If the draw does not set the register or the chip does not have it, records
   * that and returns undefined.
   */
  getField(name: string): number | undefined {
    if (this.register(getRegisterName(name)) === undefined) return undefined;
    this.fieldsRead.push(name);
    return this.getFieldValue(name);
  }

  /** The fields read so far and their values, for the steps of a finding. */
  get readings(): string[] {
    return this.fieldsRead.map((name) => {
      const registerName = getRegisterName(name);
      const word = this.facts.draw.registers[registerName];
      return `${name} is ${this.getFieldValue(name)} (${registerName} = ${formatHex(word)})`;
    });
  }

  /**
   * Returns the value of a whole register. If the draw does not set it or the chip does not have it, records that and
   * returns undefined.
   */
  register(name: string): number | undefined {
    if (!hasRegister(this.chip, name)) {
      this.readsUnsupportedRegister = true;
      return undefined;
    }
    const word = this.facts.draw.registers[name];
    if (word === undefined) this.missingRegister ??= name;
    return word;
  }

  private getFieldValue(name: string): number | undefined {
    return findRegisterField(this.chip.gfx, this.facts.draw.registers, name);
  }
}

function getRegisterName(field: string): string {
  return field.slice(0, field.indexOf('.'));
}
