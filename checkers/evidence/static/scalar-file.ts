import type { DecodedProgram, Gfx, Instruction, MemoryRequest, WaveState } from '../../../arch/index.js';
import { HWREG, isDataShare, makeWaveState, SCALAR } from '../../../arch/index.js';
import { readBits } from './hardware-reads.js';
import { KNOWN, Origins } from './origins.js';
import { type HardwareRegisters, isWithinPacker } from './packer-field.js';

/** Scalar registers of one path: a value where it is known in this world, else where it comes from. */
export interface ScalarValues {
  readonly values: Int32Array;
  readonly origins: Int32Array;
  readonly hardware: HardwareRegisters;
}

/** More scalars than one instruction defines. */
const DWORDS_MAX = SCALAR.CONSTANTS;

/** A copy of the registers in separate arrays. */
export function copyOf({ values, origins, hardware }: ScalarValues): ScalarValues {
  return { values: values.slice(), origins: origins.slice(), hardware: { ...hardware } };
}

/** Operations that depend on the rounding and denormal bits of MODE: vector ones, and those on floats in scalars. */
const FOLLOWS_MODE = /^v_|_f(16|32)/;

/** MODE at the start: rounding and denormal bits in a pattern that a write of too many bits would change. */
const MODE_AT_START = 0x2d5;

/** Executes scalar instructions of one program on `ScalarValues`, through the meaning that `arch` gives them. */
export class ScalarFile {
  private readonly gfx: Gfx;
  private readonly wave: WaveState;
  private readonly origins = new Origins();
  private readonly request: MemoryRequest = {
    lanesLo: 0,
    lanesHi: 0,
    addresses: new Float64Array(64),
    data: new Int32Array(64 * 16),
  };

  /** Origins of what instructions give, by index and dword. */
  private readonly ofInstructions = new Map<number, number>();
  /** Origins at the start of a wave, all of them arguments. */
  private readonly ofArguments: Int32Array;

  /** Origin of what is computed from the wave's offset into private memory: no other wave has that place. */
  private readonly privatePlace: number;

  /** @param scratchRegister scalar register of that offset; undefined if unknown */
  constructor(program: DecodedProgram, scratchRegister?: number) {
    this.gfx = program.gfx;
    this.wave = makeWaveState(program.wave, 1, SCALAR.CONSTANTS + program.constants.length);
    this.wave.s.set(program.constants, SCALAR.CONSTANTS);
    this.ofArguments = Int32Array.from({ length: SCALAR.CONSTANTS }, (_, index) =>
      this.origins.number(`argument s${index}`),
    );
    this.privatePlace = this.origins.number('private memory');
    if (scratchRegister !== undefined) this.ofArguments[scratchRegister] = this.privatePlace;
  }

  /** Registers at the start of a wave: the collision argument is known where it has a place, all else is not. */
  start(register: number | undefined, argument: number): ScalarValues {
    const values = new Int32Array(SCALAR.CONSTANTS);
    const origins = this.ofArguments.slice();
    if (register !== undefined) {
      values[register] = argument;
      origins[register] = KNOWN;
    }
    return { values, origins, hardware: { mode: MODE_AT_START, popsPacker: 0 } };
  }

  /**
   * Whether everything that an instruction reads is known. Of vector operations and of those on floats it never is: they depend on
   * MODE too, whose rounding and denormal bits are made up here. Of hardware registers the packer's bits are known.
   */
  isKnown({ origins }: ScalarValues, instruction: Instruction): boolean {
    const { uses, mnemonic } = instruction;
    const read = readBits(instruction);
    if (FOLLOWS_MODE.test(mnemonic) || (read !== undefined && !isWithinPacker(read, this.gfx))) return false;
    return uses.scalars.every((register) => origins[register] === KNOWN);
  }

  /** Gives a scalar register a known value. */
  set({ values, origins }: ScalarValues, register: number, value: number): void {
    values[register] = value;
    origins[register] = KNOWN;
  }

  /** Gives a scalar register an unknown value of that origin. */
  forget({ values, origins }: ScalarValues, register: number, name: string): void {
    values[register] = 0;
    origins[register] = this.origins.number(name);
  }

  /** What the `execute` of an instruction returns with these registers, which stay as they are; unknown ones count as zero. */
  evaluate({ values, hardware }: ScalarValues, instruction: Instruction): number {
    const { s, hw } = this.wave;
    s.set(values);
    hw[HWREG.MODE] = hardware.mode;
    hw[HWREG.POPS_PACKER] = hardware.popsPacker;
    return instruction.execute(this.wave);
  }

  /** Runs a known instruction of kind `alu`, `setreg` or `branch`; gives what its `execute` returns. */
  run(scalars: ScalarValues, instruction: Instruction): number {
    const { s, hw } = this.wave;
    const result = this.evaluate(scalars, instruction);
    scalars.hardware.mode = hw[HWREG.MODE];
    scalars.hardware.popsPacker = hw[HWREG.POPS_PACKER];
    for (const register of instruction.defines.scalars) this.set(scalars, register, s[register]);
    return result;
  }

  /** Makes what an instruction defines unknown; plain moves keep the origin, loads get the place they read. */
  spoil(scalars: ScalarValues, instruction: Instruction): void {
    const { defines, uses, index, mnemonic, memory } = instruction;
    if (defines.scalars.length === 0) return;
    if (mnemonic.startsWith('s_mov_b') && uses.scalars.length === defines.scalars.length) {
      move(scalars, uses.scalars, defines.scalars);
      return;
    }
    if (memory === undefined && uses.scalars.some((each) => scalars.origins[each] === this.privatePlace)) {
      for (const register of defines.scalars) this.spoilTo(scalars, register, this.privatePlace);
      return;
    }
    const place = memory?.space === 'scalar' ? this.placeOf(scalars, instruction) : undefined;
    defines.scalars.forEach((register, dword) => {
      const named = place === undefined ? undefined : this.origins.number(`${place} dword ${dword}`);
      this.spoilTo(scalars, register, named ?? this.originOf(index, dword));
    });
  }

  private spoilTo({ values, origins }: ScalarValues, register: number, origin: number): void {
    values[register] = 0;
    origins[register] = origin;
  }

  /** Number of what an instruction gives in a dword. */
  private originOf(index: number, dword: number): number {
    const key = index * DWORDS_MAX + dword;
    const origin = this.ofInstructions.get(key) ?? this.origins.number(`instruction ${index} dword ${dword}`);
    this.ofInstructions.set(key, origin);
    return origin;
  }

  /**
   * Number of the object that a memory instruction accesses: the origin of the descriptor or address that it goes
   * through, or undefined where nothing tells. A descriptor is the longest run of scalars; the rest are offsets.
   */
  objectOf(scalars: ScalarValues, instruction: Instruction): number | undefined {
    const origin = this.baseOf(scalars, instruction);
    return origin === this.privatePlace ? undefined : origin;
  }

  /** Whether a memory instruction goes through a descriptor of the wave's own private memory. */
  isPrivate(scalars: ScalarValues, instruction: Instruction): boolean {
    return this.baseOf(scalars, instruction) === this.privatePlace;
  }

  private baseOf(scalars: ScalarValues, { uses, memory }: Instruction): number | undefined {
    if (memory === undefined || memory.space === 'scratch' || isDataShare(memory.space)) return undefined;
    const unknown = uses.scalars.filter(
      (register) => register < SCALAR.VCC_LO && scalars.origins[register] !== KNOWN,
    );
    const [first] = longestRun(unknown);
    return first === undefined ? undefined : scalars.origins[first];
  }

  /** Where a scalar load reads: unknown base registers count as zero, their origins stand beside the address. */
  private placeOf(scalars: ScalarValues, { uses, memory, index }: Instruction): string {
    const bases = uses.scalars.map((register) => scalars.origins[register]).filter((o) => o !== KNOWN);
    this.wave.s.set(scalars.values);
    memory?.prepare(this.wave, this.request);
    const [address] = this.request.addresses;
    return address < 0 ? `load ${index} through ${bases}` : `load from ${bases} at ${address}`;
  }
}

/** Copies registers with their origins, all read before any is written. */
function move({ values, origins }: ScalarValues, from: readonly number[], to: readonly number[]): void {
  const moved = from.map((register) => [values[register], origins[register]]);
  to.forEach((register, dword) => {
    [values[register], origins[register]] = moved[dword];
  });
}

/** The longest run of consecutive numbers; the first of equal ones. */
function longestRun(registers: readonly number[]): readonly number[] {
  let longest: readonly number[] = [];
  for (let start = 0, end = 0; start < registers.length; start = end) {
    end = start + 1;
    while (end < registers.length && registers[end] === registers[end - 1] + 1) end++;
    if (end - start > longest.length) longest = registers.slice(start, end);
  }
  return longest;
}
