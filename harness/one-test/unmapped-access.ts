import { chipOf, decodeCached, getInstructionSet } from '../../arch/index.js';
import type { Draw, Program, Scenario, TransactionSink } from '../../transactions/index.js';
import { type AddressOrigin, traceAddress } from './address-origin.js';

/** An access to an unmapped address. It halts the wave, so later events are meaningless. */
export interface UnmappedAccess {
  readonly cycle: number;
  /** A one-line description of the access, the origin of its address, and what to add to the state. */
  readonly reason: string;
}

/** Matches the model's message when a wave halts at such an access. */
const HALT = /^nothing is mapped at (0x[0-9a-f]+) \(access at pc 0x([0-9a-f]+)\)$/;

/** The maximum number of arguments to name on one line. */
const MAX_ARGUMENTS = 4;

/** Watches a run for the first access to unmapped memory. */
export function watchUnmapped(scenario: Scenario): {
  readonly sink: TransactionSink;
  readonly first: () => UnmappedAccess | undefined;
} {
  let first: UnmappedAccess | undefined;
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

/** Groups registers by argument. */
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
