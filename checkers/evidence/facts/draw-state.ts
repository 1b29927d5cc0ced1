import type { Chip } from '../../../arch/index.js';
import { hasRegister, registerField } from '../../../arch/index.js';
import { formatHex } from '../basics/words.js';
import type { DrawFacts } from '../program/draws.js';

/**
 * A draw's registers as seen by the rules. A missing register is recorded rather than assumed to be zero (pops.md
 * 7).
 */
export class DrawState {
  /** The first register that was read although the draw does not set it. */
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
    return this.field('PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES');
  }

  /**
   * Returns the value of `REGISTER.FIELD`. If the draw does not set the register or the chip does not have it, records
   * that and returns undefined.
   */
  field(name: string): number | undefined {
    if (this.register(registerName(name)) === undefined) return undefined;
    this.fieldsRead.push(name);
    return this.fieldValue(name);
  }

  /** The fields read so far and their values, as witness steps. */
  get readings(): string[] {
    return this.fieldsRead.map((name) => {
      const register = registerName(name);
      const word = this.facts.draw.registers[register];
      return `${name} is ${this.fieldValue(name)} (${register} = ${formatHex(word)})`;
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

  private fieldValue(name: string): number | undefined {
    return registerField(this.chip.gfx, this.facts.draw.registers, name);
  }
}

function registerName(field: string): string {
  return field.slice(0, field.indexOf('.'));
}
