import {
  chipOf,
  type DecodedProgram,
  decodeCached,
  getInstructionSet,
  type Instruction,
  type RegisterUse,
  SCALAR,
} from '../../arch/index.js';
import {
  type Draw,
  isStaticFinding,
  type Program,
  type Scenario,
  type TransactionSink,
  type Violation,
} from '../../transactions/index.js';
import { computeWaveBudget, describeInconclusive, runScenarioTest, type TestResult } from './run-test.js';

/** The registers and loads that an address is computed from. */
interface AddressOrigin {
  /** The registers that the access itself uses as its base. */
  readonly base: RegisterUse;
  /** The loads whose results contribute to the address, nearest first. */
  readonly loads: readonly Instruction[];
  /** The initial wave registers involved: scalars and vectors not written before the access. */
  readonly initial: RegisterUse;
}

/** The number of vector registers in an address that has no scalar base. */
const VECTORS_PER_ADDRESS = 2;

/**
 * Traces a memory instruction's address back to the wave's initial registers by walking back through the code and
 * following each instruction that writes a needed register. Past a load, continues with the load's own base.
 *
 * Example: for `s_load_dwordx4 s[8:11], s[2:3], 0xc0` and `buffer_load_dword v1, v0, s[8:11], 0 offen`, the base is s8
 * to s11, the load is the first instruction, and the initial registers are s2 and s3.
 */
function traceAddress({ instructions }: DecodedProgram, access: Instruction): AddressOrigin {
  const base = findBase(access);
  const loads: Instruction[] = [];
  const scalars = new Set(base.scalars);
  const vectors = new Set(base.vectors);
  for (let index = access.index - 1; index >= 0; index--) {
    const instruction = instructions[index]!;
    if (!removeAll(scalars, instruction.defines.scalars) && !removeAll(vectors, instruction.defines.vectors))
      continue;
    removeAll(vectors, instruction.defines.vectors);
    if (instruction.memory !== undefined) loads.push(instruction);
    const needed = instruction.memory === undefined ? instruction.uses : findBase(instruction);
    for (const register of needed.scalars) if (register < SCALAR.VCC_LO) scalars.add(register);
    for (const register of needed.vectors) vectors.add(register);
  }
  return { base, loads, initial: { scalars: sortRegisters(scalars), vectors: sortRegisters(vectors) } };
}

/**
 * Returns the registers that determine what an access targets: the longest run of scalars (a descriptor or pointer) or,
 * failing that, the first vectors.
 */
function findBase({ uses }: Instruction): RegisterUse {
  const scalars = findLongestRun(sortRegisters(uses.scalars).filter((register) => register < SCALAR.VCC_LO));
  return scalars.length > 1
    ? { scalars, vectors: [] }
    : { scalars: [], vectors: uses.vectors.slice(0, VECTORS_PER_ADDRESS) };
}

function findLongestRun(registers: readonly number[]): number[] {
  let longest: number[] = [];
  let run: number[] = [];
  for (const register of registers) {
    run = run.at(-1) === register - 1 ? [...run, register] : [register];
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

/** Removes registers from a set. Returns whether any of them was present. */
function removeAll(registers: Set<number>, defined: readonly number[]): boolean {
  let found = false;
  for (const register of defined) if (registers.delete(register)) found = true;
  return found;
}

function sortRegisters(registers: Iterable<number>): number[] {
  return [...registers].sort((a, b) => a - b);
}

/** Matches the model's message when a wave halts at such an access. */
const HALT = /^nothing is mapped at (0x[0-9a-f]+) \(access at pc 0x([0-9a-f]+)\)$/;

/** The maximum number of arguments to name on one line. */
const MAX_ARGUMENTS = 4;

/**
 * Watches a run for the first access to unmapped memory. It halts the wave, so later events are meaningless. Its reason
 * names the access, the origin of its address, and what to add to the state.
 */
function watchUnmapped(scenario: Scenario) {
  let first: Gap | undefined;
  const drawByWave = new Map<number, number>();
  const sink: TransactionSink = (t) => {
    if (t.kind === 'wave-formed') drawByWave.set(t.wave, t.draw);
    if (t.kind !== 'wave-ended' || first !== undefined) return;
    const [, address, pc] = HALT.exec(t.reason) ?? [];
    if (address === undefined) return;
    const draw = scenario.draws[drawByWave.get(t.wave) ?? 0];
    first = { cycle: t.cycle, reason: describeAccess(scenario, draw, address, Number.parseInt(pc, 16)) };
  };
  return { sink, first: () => first };
}

function describeAccess({ chip, wave, programs }: Scenario, draw: Draw, address: string, pc: number): string {
  const program = programs[draw.program];
  const decoded = decodeCached(program.words, getInstructionSet(chipOf(chip)), wave, program.epilog);
  const instruction = decoded.instructions[decoded.indexByPc[pc >> 2]];
  const problem = `${instruction.mnemonic} at pc 0x${pc.toString(16)} accesses unmapped address ${address}`;
  if (instruction.memory?.space === 'scratch')
    return `${problem} past the end of its scratch memory; set scratch_bytes_per_wave in a state file`;
  const { description, advice } = describeSource(traceAddress(decoded, instruction), program, draw);
  return `${problem} through ${description}; ${advice}`;
}

/** A description of an address's origin, and advice on mapping memory there. */
interface Source {
  readonly description: string;
  readonly advice: string;
}

function describeSource({ base, loads, initial }: AddressOrigin, program: Program, draw: Draw): Source {
  const name =
    base.scalars.length > 0 ? formatRegisters('s', base.scalars) : formatRegisters('v', base.vectors);
  const loadChain = loads.map(({ mnemonic, pc }) => `, loaded by ${mnemonic} at pc 0x${pc.toString(16)}`);
  const scalars = groupByArgument(initial.scalars, program).map((group) =>
    describeScalars(group, program, draw),
  );
  const vectors = initial.vectors.map((register) => describeArgument('v', [register], program));
  const origins = (scalars.length > 0 ? scalars : vectors).slice(0, MAX_ARGUMENTS).join(' and ');
  const description = `${name}${loadChain.join('')}${origins === '' ? '' : `, from ${origins}`}`;
  return { description, advice: getAdvice(initial.scalars, program, draw) };
}

function getAdvice(scalars: readonly number[], program: Program, draw: Draw): string {
  const unset = scalars.find((register) => readUserData(register, draw) === undefined);
  if (unset === undefined) return 'check the address arithmetic and the buffer sizes in the state';
  return findArgument('s', unset, program) === undefined
    ? `set s${unset} in the args or user_data of a state file`
    : `set s${unset} in user_data of a state file, or name it buffer_address[0] if it points to a buffer`;
}

function groupByArgument(scalars: readonly number[], program: Program): number[][] {
  const groups = new Map<unknown, number[]>();
  for (const register of scalars) {
    const key = findArgument('s', register, program) ?? register;
    groups.set(key, [...(groups.get(key) ?? []), register]);
  }
  return [...groups.values()];
}

function describeScalars(registers: readonly number[], program: Program, draw: Draw): string {
  const values = registers.map((register) => readUserData(register, draw));
  const description = describeArgument('s', registers, program);
  if (values.includes(undefined)) return description;
  return `${description} = ${values.map((value) => `0x${value!.toString(16)}`).join(', ')}`;
}

function readUserData(register: number, { registers }: Draw): number | undefined {
  const value = registers[`SPI_SHADER_USER_DATA_PS_${register}`];
  return value === undefined ? undefined : value >>> 0;
}

function describeArgument(file: 's' | 'v', registers: readonly number[], program: Program): string {
  const argument = findArgument(file, registers[0], program);
  return `${formatRegisters(file, registers)} (${argument?.name ?? 'not set by any argument'})`;
}

function findArgument(file: 's' | 'v', register: number, { arguments: args }: Program) {
  return args.find(
    (argument) =>
      argument.file === file && register >= argument.register && register < argument.register + argument.size,
  );
}

/** Formats registers as `s4` or `s[4:7]`, or lists them individually if they are not consecutive. */
function formatRegisters(file: 's' | 'v', registers: readonly number[]): string {
  const [first] = registers;
  const last = registers.at(-1)!;
  if (first === last) return `${file}${first}`;
  return last - first === registers.length - 1
    ? `${file}[${first}:${last}]`
    : registers.map((register) => `${file}${register}`).join(', ');
}

/** The result of running an external program, including anything that makes it inconclusive. */
interface ExternalRun extends Pick<TestResult, 'verdict' | 'finding'> {
  /** The violations that cannot have been caused by a gap in the model or scene; all violations if there is no gap. */
  readonly violations: readonly Violation[];
  /** What this program needs that the model or scene does not support, on one line. */
  readonly gap?: string;
  /** Whether waves remained but nothing could make progress. */
  readonly hung: boolean;
  /** What an unfinished run was doing when its budget ran out, on one line. */
  readonly inconclusive?: string;
}

/** The first point at which a run needed something that the model or scene does not support. */
interface Gap {
  readonly cycle: number;
  readonly reason: string;
}

/**
 * Runs an external program. Waves halt at unmodelled operations and unmapped addresses. The program is not blamed for
 * the resulting hangs or incorrect memory contents.
 */
export function runExternalProgram(scenario: Scenario, sink?: TransactionSink): ExternalRun {
  let unsupportedGap: Gap | undefined;
  let hung = false;
  const unmapped = watchUnmapped(scenario);
  const { run, verdict, finding } = runScenarioTest(scenario, {
    waveInstructions: computeWaveBudget(scenario),
    sink: (t) => {
      sink?.(t);
      unmapped.sink(t);
      if (t.kind === 'quiesced') hung = t.waiting.length > 0;
      else if (t.kind === 'wave-ended' && t.reason.startsWith('unsupported'))
        unsupportedGap ??= { cycle: t.cycle, reason: `${t.reason}, pc 0x${t.pc.toString(16)}` };
    },
  });
  const result = {
    verdict,
    finding,
    hung,
    ...(verdict.inconclusive ? { inconclusive: describeInconclusive(run.longestLoop) } : {}),
  };
  const gap = pickEarlierGap(unsupportedGap, unmapped.first());
  const { violations } = verdict;
  if (gap === undefined) return { ...result, violations };
  const evidence = violations.filter(
    (violation) => violation.cycle < gap.cycle || isStaticFinding(violation),
  );
  return { ...result, violations: evidence, gap: gap.reason };
}

/** Returns the earlier gap, if any, since the later one may be a consequence of it. */
function pickEarlierGap(a: Gap | undefined, b: Gap | undefined): Gap | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.cycle <= b.cycle ? a : b;
}
