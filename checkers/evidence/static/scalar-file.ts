import type { DecodedProgram, Gfx, Instruction, MemoryRequest, WaveState } from '../../../arch/index.js';
import { HWREG, isDataShare, makeWaveState, SCALAR } from '../../../arch/index.js';
import { DefaultMap } from '../basics/default-map.js';
import { getReadBits, type HardwareRegisters, isWithinPacker } from './packer-field.js';

/** The origin number of scalar registers with known values. */
export const KNOWN = 0;

/**
 * Assigns numbers to the origins of unknown values: an argument, an instruction, or a load from a specific
 * location. Equal locations get equal numbers, so descriptors that two paths load from the same offset in the
 * same set count as the same object.
 */
export class Origins {
  private readonly numbers: DefaultMap<string, number> = new DefaultMap(() => this.numbers.size + 1);

  /** Returns the number of an origin. It is never `KNOWN`. */
  getNumber(name: string): number {
    return this.numbers.getOrCreate(name);
  }
}

/** The scalar registers of a path. Each has a value if known in this world, otherwise an origin. */
export interface ScalarValues {
  readonly values: Int32Array;
  readonly origins: Int32Array;
  readonly hardware: HardwareRegisters;
}

/** Upper bound on the number of scalar registers that an instruction writes. */
const MAX_DWORDS = SCALAR.CONSTANTS;

/** Returns a copy of the registers. */
export function copyScalars({ values, origins, hardware }: ScalarValues): ScalarValues {
  return { values: values.slice(), origins: origins.slice(), hardware: { ...hardware } };
}

/**
 * Matches operations that depend on MODE's rounding and denormal bits: vector operations and scalar float operations.
 */
const DEPENDS_ON_MODE = /^v_|_f(16|32)/;

/** An arbitrary initial MODE. Its rounding and denormal bits are set so that overly wide writes show up. */
const INITIAL_MODE = 0x2d5;

/** Executes a program's scalar instructions on `ScalarValues`, using their semantics from `arch`. */
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

  /** Origins of instruction results, by index and dword. */
  private readonly instructionOrigins = new Map<number, number>();
  private readonly argumentOrigins: Int32Array;

  /** Origin of everything derived from the wave's scratch offset, which points to memory that no other wave uses. */
  private readonly privateOrigin: number;

  /** @param scratchRegister the scalar register that holds the scratch offset; undefined if unknown */
  constructor(program: DecodedProgram, scratchRegister?: number) {
    this.gfx = program.gfx;
    this.wave = makeWaveState(program.wave, 1, SCALAR.CONSTANTS + program.constants.length);
    this.wave.s.set(program.constants, SCALAR.CONSTANTS);
    this.argumentOrigins = Int32Array.from({ length: SCALAR.CONSTANTS }, (_, index) =>
      this.origins.getNumber(`argument s${index}`),
    );
    this.privateOrigin = this.origins.getNumber('private memory');
    if (scratchRegister !== undefined) this.argumentOrigins[scratchRegister] = this.privateOrigin;
  }

  /**
   * Returns the registers at the start of a wave. Everything is unknown except the collision argument, which is known
   * only if its register is given.
   */
  start(register: number | undefined, argument: number): ScalarValues {
    const values = new Int32Array(SCALAR.CONSTANTS);
    const origins = this.argumentOrigins.slice();
    if (register !== undefined) {
      values[register] = argument;
      origins[register] = KNOWN;
    }
    return { values, origins, hardware: { mode: INITIAL_MODE, popsPacker: 0 } };
  }

  /**
   * Whether all inputs of an instruction are known. Always false for vector and float operations, which also
   * depend on MODE's rounding and denormal bits, since these are arbitrary here. The only hardware register bits
   * that are known are the packer's.
   */
  isKnown({ origins }: ScalarValues, instruction: Instruction): boolean {
    const { uses, mnemonic } = instruction;
    const read = getReadBits(instruction);
    if (DEPENDS_ON_MODE.test(mnemonic) || (read !== undefined && !isWithinPacker(read, this.gfx)))
      return false;
    return uses.scalars.every((register) => origins[register] === KNOWN);
  }

  /** Sets a scalar register to a known value. */
  set({ values, origins }: ScalarValues, register: number, value: number): void {
    values[register] = value;
    origins[register] = KNOWN;
  }

  /** Marks a scalar register as unknown, with the named origin. */
  forget({ values, origins }: ScalarValues, register: number, name: string): void {
    values[register] = 0;
    origins[register] = this.origins.getNumber(name);
  }

  /**
   * Executes an instruction on a copy of the given registers and returns what its `execute` returns. Unknown registers
   * are treated as zero.
   */
  evaluate({ values, hardware }: ScalarValues, instruction: Instruction): number {
    const { s, hw } = this.wave;
    s.set(values);
    hw[HWREG.MODE] = hardware.mode;
    hw[HWREG.POPS_PACKER] = hardware.popsPacker;
    return instruction.execute(this.wave);
  }

  /** Runs an `alu`, `setreg` or `branch` instruction whose inputs are known. Returns what its `execute` returns. */
  run(scalars: ScalarValues, instruction: Instruction): number {
    const { s, hw } = this.wave;
    const result = this.evaluate(scalars, instruction);
    scalars.hardware.mode = hw[HWREG.MODE];
    scalars.hardware.popsPacker = hw[HWREG.POPS_PACKER];
    for (const register of instruction.defines.scalars) this.set(scalars, register, s[register]);
    return result;
  }

  /**
   * Marks an instruction's results as unknown. Plain moves preserve the origin, and the origin of a loaded value
   * is the location that it was loaded from.
   */
  invalidateResults(scalars: ScalarValues, instruction: Instruction): void {
    const { defines, uses, index, mnemonic, memory } = instruction;
    if (defines.scalars.length === 0) return;
    if (mnemonic.startsWith('s_mov_b') && uses.scalars.length === defines.scalars.length) {
      move(scalars, uses.scalars, defines.scalars);
      return;
    }
    if (
      memory === undefined &&
      uses.scalars.some((source) => scalars.origins[source] === this.privateOrigin)
    ) {
      for (const register of defines.scalars) this.setUnknown(scalars, register, this.privateOrigin);
      return;
    }
    const location = memory?.space === 'scalar' ? this.formatLocation(scalars, instruction) : undefined;
    defines.scalars.forEach((register, dword) => {
      const loaded =
        location === undefined ? undefined : this.origins.getNumber(`${location} dword ${dword}`);
      this.setUnknown(scalars, register, loaded ?? this.getOrigin(index, dword));
    });
  }

  private setUnknown({ values, origins }: ScalarValues, register: number, origin: number): void {
    values[register] = 0;
    origins[register] = origin;
  }

  /** Returns the origin of a dword of an instruction's result. */
  private getOrigin(index: number, dword: number): number {
    const key = index * MAX_DWORDS + dword;
    const origin =
      this.instructionOrigins.get(key) ?? this.origins.getNumber(`instruction ${index} dword ${dword}`);
    this.instructionOrigins.set(key, origin);
    return origin;
  }

  /**
   * Returns the number of the object that a memory instruction accesses, which is the origin of its descriptor
   * or address. Among the unknown scalars below VCC that it reads, the longest run is assumed to be the
   * descriptor or address; the rest are assumed to be offsets. Returns undefined if there are no such scalars. Also
   * returns undefined if the instruction accesses private memory, scratch or a data share, or no memory at all.
   */
  getObject(scalars: ScalarValues, instruction: Instruction): number | undefined {
    const origin = this.getBase(scalars, instruction);
    return origin === this.privateOrigin ? undefined : origin;
  }

  /** Whether a memory instruction uses a descriptor for the wave's private memory. */
  isPrivate(scalars: ScalarValues, instruction: Instruction): boolean {
    return this.getBase(scalars, instruction) === this.privateOrigin;
  }

  private getBase(scalars: ScalarValues, { uses, memory }: Instruction): number | undefined {
    if (memory === undefined || memory.space === 'scratch' || isDataShare(memory.space)) return undefined;
    const unknown = uses.scalars.filter(
      (register) => register < SCALAR.VCC_LO && scalars.origins[register] !== KNOWN,
    );
    const [first] = findLongestRun(unknown);
    return first === undefined ? undefined : scalars.origins[first];
  }

  /**
   * Formats the location that a scalar load reads. Unknown base registers are treated as zero, and their origins
   * are added to the address.
   */
  private formatLocation(scalars: ScalarValues, { uses, memory, index }: Instruction): string {
    const bases = uses.scalars.map((register) => scalars.origins[register]).filter((o) => o !== KNOWN);
    this.wave.s.set(scalars.values);
    memory?.prepare(this.wave, this.request);
    const [address] = this.request.addresses;
    return address < 0 ? `load ${index} through ${bases}` : `load from ${bases} at ${address}`;
  }
}

/** Copies registers along with their origins. Reads all of them before writing any. */
function move({ values, origins }: ScalarValues, from: readonly number[], to: readonly number[]): void {
  const moved = from.map((register) => [values[register], origins[register]]);
  to.forEach((register, dword) => {
    [values[register], origins[register]] = moved[dword];
  });
}

/** Returns the longest run of consecutive numbers, or the first such run if several are equally long. */
function findLongestRun(registers: readonly number[]): readonly number[] {
  let longest: readonly number[] = [];
  for (let start = 0, end = 0; start < registers.length; start = end) {
    end = start + 1;
    while (end < registers.length && registers[end] === registers[end - 1] + 1) end++;
    if (end - start > longest.length) longest = registers.slice(start, end);
  }
  return longest;
}
