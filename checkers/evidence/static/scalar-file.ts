import type { DecodedProgram, Gfx, Instruction, MemoryRequest, WaveState } from '../../../arch/index.js';
import { HWREG, isDataShare, makeWaveState, SCALAR } from '../../../arch/index.js';
import { readBits } from './hardware-reads.js';
import { KNOWN, Origins } from './origins.js';
import { type HardwareRegisters, isWithinPacker } from './packer-field.js';

/** The scalar registers of one path. Each has a value if it is known in this world, otherwise an origin. */
export interface ScalarValues {
  readonly values: Int32Array;
  readonly origins: Int32Array;
  readonly hardware: HardwareRegisters;
}

/** Upper bound on the number of scalars that one instruction defines. */
const MAX_DWORDS = SCALAR.CONSTANTS;

/** Copies the registers into separate arrays. */
export function copyOf({ values, origins, hardware }: ScalarValues): ScalarValues {
  return { values: values.slice(), origins: origins.slice(), hardware: { ...hardware } };
}

/**
 * Matches operations that depend on the rounding and denormal bits of MODE: vector operations and scalar
 * float operations.
 */
const DEPENDS_ON_MODE = /^v_|_f(16|32)/;

/**
 * An arbitrary initial MODE. The pattern of its rounding and denormal bits reveals a write that is too wide.
 */
const MODE_AT_START = 0x2d5;

/** Executes a program's scalar instructions on `ScalarValues`, with their `arch` semantics. */
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

  /** The origins of instruction results, by index and dword. */
  private readonly instructionOrigins = new Map<number, number>();
  /** The origins at the start of a wave, all of which are arguments. */
  private readonly argumentOrigins: Int32Array;

  /**
   * The origin of values derived from the wave's scratch offset. They point to memory that no other wave uses.
   */
  private readonly privateOrigin: number;

  /** @param scratchRegister the scalar register of the scratch offset; undefined if unknown */
  constructor(program: DecodedProgram, scratchRegister?: number) {
    this.gfx = program.gfx;
    this.wave = makeWaveState(program.wave, 1, SCALAR.CONSTANTS + program.constants.length);
    this.wave.s.set(program.constants, SCALAR.CONSTANTS);
    this.argumentOrigins = Int32Array.from({ length: SCALAR.CONSTANTS }, (_, index) =>
      this.origins.number(`argument s${index}`),
    );
    this.privateOrigin = this.origins.number('private memory');
    if (scratchRegister !== undefined) this.argumentOrigins[scratchRegister] = this.privateOrigin;
  }

  /**
   * Returns the registers at the start of a wave. Only the collision argument is known, if it has a register.
   */
  start(register: number | undefined, argument: number): ScalarValues {
    const values = new Int32Array(SCALAR.CONSTANTS);
    const origins = this.argumentOrigins.slice();
    if (register !== undefined) {
      values[register] = argument;
      origins[register] = KNOWN;
    }
    return { values, origins, hardware: { mode: MODE_AT_START, popsPacker: 0 } };
  }

  /**
   * Returns whether everything that an instruction reads is known. It never is for vector and float
   * operations. They also depend on MODE, whose rounding and denormal bits are made up here. In hardware
   * registers, only the packer's bits are known.
   */
  isKnown({ origins }: ScalarValues, instruction: Instruction): boolean {
    const { uses, mnemonic } = instruction;
    const read = readBits(instruction);
    if (DEPENDS_ON_MODE.test(mnemonic) || (read !== undefined && !isWithinPacker(read, this.gfx)))
      return false;
    return uses.scalars.every((register) => origins[register] === KNOWN);
  }

  /** Sets a scalar register to a known value. */
  set({ values, origins }: ScalarValues, register: number, value: number): void {
    values[register] = value;
    origins[register] = KNOWN;
  }

  /** Sets a scalar register to an unknown value with the named origin. */
  forget({ values, origins }: ScalarValues, register: number, name: string): void {
    values[register] = 0;
    origins[register] = this.origins.number(name);
  }

  /**
   * Returns the result of an instruction's `execute` with these registers, without changing them. Unknown
   * registers count as zero.
   */
  evaluate({ values, hardware }: ScalarValues, instruction: Instruction): number {
    const { s, hw } = this.wave;
    s.set(values);
    hw[HWREG.MODE] = hardware.mode;
    hw[HWREG.POPS_PACKER] = hardware.popsPacker;
    return instruction.execute(this.wave);
  }

  /**
   * Runs an `alu`, `setreg` or `branch` instruction whose inputs are known. Returns the result of its
   * `execute`.
   */
  run(scalars: ScalarValues, instruction: Instruction): number {
    const { s, hw } = this.wave;
    const result = this.evaluate(scalars, instruction);
    scalars.hardware.mode = hw[HWREG.MODE];
    scalars.hardware.popsPacker = hw[HWREG.POPS_PACKER];
    for (const register of instruction.defines.scalars) this.set(scalars, register, s[register]);
    return result;
  }

  /**
   * Marks an instruction's results as unknown. Plain moves keep the origin, and the origin of a load is the
   * location it reads.
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
    const location = memory?.space === 'scalar' ? this.locationOf(scalars, instruction) : undefined;
    defines.scalars.forEach((register, dword) => {
      const loaded = location === undefined ? undefined : this.origins.number(`${location} dword ${dword}`);
      this.setUnknown(scalars, register, loaded ?? this.originOf(index, dword));
    });
  }

  private setUnknown({ values, origins }: ScalarValues, register: number, origin: number): void {
    values[register] = 0;
    origins[register] = origin;
  }

  /** Returns the origin of an instruction's result in a dword. */
  private originOf(index: number, dword: number): number {
    const key = index * MAX_DWORDS + dword;
    const origin =
      this.instructionOrigins.get(key) ?? this.origins.number(`instruction ${index} dword ${dword}`);
    this.instructionOrigins.set(key, origin);
    return origin;
  }

  /**
   * Returns the number of the object that a memory instruction accesses, which is the origin of its
   * descriptor or address. Of the unknown scalars below VCC that it reads, the longest run counts as the
   * descriptor or address, and the others as offsets. Returns undefined if it reads none, and for private
   * memory, scratch, data share, and instructions without memory access.
   */
  objectOf(scalars: ScalarValues, instruction: Instruction): number | undefined {
    const origin = this.baseOf(scalars, instruction);
    return origin === this.privateOrigin ? undefined : origin;
  }

  /** Returns whether a memory instruction uses a descriptor of the wave's own private memory. */
  isPrivate(scalars: ScalarValues, instruction: Instruction): boolean {
    return this.baseOf(scalars, instruction) === this.privateOrigin;
  }

  private baseOf(scalars: ScalarValues, { uses, memory }: Instruction): number | undefined {
    if (memory === undefined || memory.space === 'scratch' || isDataShare(memory.space)) return undefined;
    const unknown = uses.scalars.filter(
      (register) => register < SCALAR.VCC_LO && scalars.origins[register] !== KNOWN,
    );
    const [first] = longestRun(unknown);
    return first === undefined ? undefined : scalars.origins[first];
  }

  /**
   * Formats the location that a scalar load reads. Unknown base registers count as zero, with their origins
   * next to the address.
   */
  private locationOf(scalars: ScalarValues, { uses, memory, index }: Instruction): string {
    const bases = uses.scalars.map((register) => scalars.origins[register]).filter((o) => o !== KNOWN);
    this.wave.s.set(scalars.values);
    memory?.prepare(this.wave, this.request);
    const [address] = this.request.addresses;
    return address < 0 ? `load ${index} through ${bases}` : `load from ${bases} at ${address}`;
  }
}

/** Copies registers with their origins. Reads all of them before writing any. */
function move({ values, origins }: ScalarValues, from: readonly number[], to: readonly number[]): void {
  const moved = from.map((register) => [values[register], origins[register]]);
  to.forEach((register, dword) => {
    [values[register], origins[register]] = moved[dword];
  });
}

/** Returns the longest run of consecutive numbers; ties go to the first. */
function longestRun(registers: readonly number[]): readonly number[] {
  let longest: readonly number[] = [];
  for (let start = 0, end = 0; start < registers.length; start = end) {
    end = start + 1;
    while (end < registers.length && registers[end] === registers[end - 1] + 1) end++;
    if (end - start > longest.length) longest = registers.slice(start, end);
  }
  return longest;
}
