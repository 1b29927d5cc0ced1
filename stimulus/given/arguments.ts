import { factsOf, findMax, findRegisterField, type Gfx, PS_INPUTS } from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { findMappedTables, getAbi } from '../driver/abi.js';
import { listResources, type ResourcePlacement, type ResourceUse } from '../driver/resources.js';
import { formatCorpusWord } from '../driver/words.js';
import { ARGUMENTS } from './argument-table.js';

type Argument = CorpusRecord['abi']['args'][number];

/** The contents of an argument's first user SGPR, by name pattern. The group captures the argument's number. */
const SOURCES: readonly (readonly [name: RegExp, source: (number: number) => string])[] = [
  [/^descriptor_set\[(\d+)\]$/, (set) => `set${set}.lo`],
  [/^inline_push_const\[(\d+)\]$/, (dword) => `pc+${4 * dword}`],
  [/^push_constants$/, () => 'pcbuf.lo'],
  [/^(?:ps_)?epilog_pc$/, () => 'epilog.lo'],
];

/** Arguments that contain data instead of an address. The data may continue in the next user SGPRs. */
const INLINE_DATA = /^inline_push_const\[/;

/**
 * The `ps_state` bits above the sample count for triangles shaded once per pixel, where all samples belong to
 * iteration 0 (corpus README).
 */
const PS_STATE = (0xff << 6) | (2 << 22);

/** The arguments, resources and sample count that a program's user data is derived from. */
export type UserDataSource = ResourceUse & {
  readonly abi: Pick<CorpusRecord['abi'], 'args' | 'user_data'>;
  readonly samples: number;
};

/**
 * Returns the user data of a program's arguments, register by register. The program's state overrides what the
 * names imply. The second register of an address holds the high word, which all of the driver's addresses share.
 */
export function deriveUserData(use: UserDataSource): Readonly<Record<string, string>> {
  const { samples } = use;
  const { args, user_data } = use.abi;
  const resources = listResources(use);
  const upperWord = formatCorpusWord(getAbi(use).upperWord);
  const implied = args
    .filter(({ file }) => file === 's')
    .flatMap((argument) =>
      listSources(argument, resources, samples, upperWord).map(
        (source, i) => [`s${argument.reg + i}`, source] as const,
      ),
    );
  return { ...Object.fromEntries(implied), ...user_data };
}

function listSources(
  { name, size }: Argument,
  resources: readonly ResourcePlacement[],
  samples: number,
  upperWord: string,
): string[] {
  const resource = resources.find(({ given }) => given.name === name);
  if (resource !== undefined) return resource.words.map(formatCorpusWord);
  if (name === 'ps_state') return [formatCorpusWord(samples | PS_STATE)];
  for (const [pattern, getSource] of SOURCES) {
    const number = Number(pattern.exec(name)?.[1] ?? 0);
    if (!pattern.test(name)) continue;
    if (INLINE_DATA.test(name)) return Array.from({ length: size }, (_, i) => getSource(number + i));
    return size > 1 ? [getSource(number), upperWord] : [getSource(number)];
  }
  return [];
}

/** The names of the scalar arguments that hardware loads, in loading order. */
const SYSTEM_SCALARS = ARGUMENTS.filter(({ kind }) => kind === 'system').map(({ name }) => name);

/** The position of each input's bit in `SPI_PS_INPUT_ENA`, by argument name. */
const INPUT_BITS = new Map(
  ARGUMENTS.filter(({ kind }) => kind === 'input').map(({ name }, bit) => [name, bit] as const),
);

/** Where the system's scalar arguments start (after the user SGPRs), and which of them are present. */
export type SystemArguments = ReturnType<typeof findSystemArguments>;

/** Finds the number of user SGPRs and the system arguments in a list of arguments. */
export function findSystemArguments(args: readonly Argument[]) {
  const scalars = args.filter(({ file }) => file === 's');
  const userArguments = scalars.filter(({ name }) => !SYSTEM_SCALARS.includes(name));
  const primMask = scalars.find(({ name }) => name === 'prim_mask');
  return {
    userSgprs:
      primMask?.reg ??
      findMax(
        userArguments.map(({ reg, size }) => reg + size),
        0,
      ),
    hasCollision: scalars.some(({ name }) => name === 'pops_collision_wave_id'),
    hasIntrawave: scalars.some(({ name }) => name === 'pops_intrawave_collision'),
  };
}

/** Returns the `SPI_PS_INPUT_ENA` bits that a list of arguments needs. Throws `UsageError` for an unknown input. */
export function getInputBits(args: readonly Argument[]): number {
  return args
    .filter(({ file }) => file === 'v')
    .reduce((bits, { name }) => {
      const bit = INPUT_BITS.get(name);
      if (bit !== undefined) return bits | (1 << bit);
      throw new UsageError(
        `Unknown vector argument "${name}": expected one of ${[...INPUT_BITS.keys()].join(', ')}`,
      );
    }, 0);
}

/**
 * Returns the default arguments for the given registers: the inputs, the prim mask and, on GFX10.3 and earlier for a
 * program with a section, the collision argument. The only user data argument is the driver's table, if the map assigns it a register.
 */
export function getDefaultArguments(
  gfx: Gfx,
  registers: Readonly<Record<string, number>>,
  userDataMap: readonly number[],
  hasSection: boolean,
): Argument[] {
  const userSgprs = findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC2_PS.USER_SGPR') ?? 0;
  const args: Argument[] = [
    ...findMappedTables(userDataMap.slice(0, userSgprs)),
    { name: 'prim_mask', file: 's', reg: userSgprs, size: 1 },
  ];
  if (hasSection && factsOf(gfx).hasWaveIds)
    args.push({ name: 'pops_collision_wave_id', file: 's', reg: userSgprs + 1, size: 1 });
  for (const [name, { first, size }] of findInputRegisters(getAllocatedInputs(registers)))
    args.push({ name, file: 'v', reg: first, size });
  return args;
}

/**
 * Throws `UsageError` for the first argument that is not where hardware loads it. System scalars directly follow the
 * user SGPRs, and inputs are packed in bit order.
 */
export function checkLocations(
  gfx: Gfx,
  args: readonly Argument[],
  { userSgprs, hasCollision }: SystemArguments,
  registers: Readonly<Record<string, number>>,
): void {
  const inputs = findInputRegisters(registers.SPI_PS_INPUT_ENA ?? 0);
  const scalars = new Map([['prim_mask', userSgprs]]);
  if (factsOf(gfx).hasWaveIds) scalars.set('pops_collision_wave_id', userSgprs + 1);
  scalars.set('pops_intrawave_collision', userSgprs + (hasCollision ? 2 : 1));
  for (const { name, file, reg } of args) {
    const expected = file === 'v' ? inputs.get(name)?.first : scalars.get(name);
    if (expected === undefined && name === 'pops_collision_wave_id')
      throw new UsageError(`Invalid args: ${gfx} has no ${name}; its waves are ordered by their exports`);
    if (expected === undefined || expected === reg) continue;
    throw new UsageError(
      `Invalid args: ${name} is in ${file}${reg}; the hardware loads it into ${file}${expected}`,
    );
  }
}

/**
 * Returns the bits of the inputs that occupy VGPRs. Compilers may reserve VGPRs for an unread input.
 * SPI_PS_INPUT_ADDR then includes that input although SPI_PS_INPUT_ENA does not, and the inputs after it keep their
 * registers (Mesa, ac_get_fs_input_vgpr_cnt).
 */
export function getAllocatedInputs(registers: Readonly<Record<string, number>>): number {
  return (registers.SPI_PS_INPUT_ADDR ?? 0) | (registers.SPI_PS_INPUT_ENA ?? 0);
}

/** Returns the VGPRs of the enabled inputs, by argument name. */
function findInputRegisters(enable: number) {
  const registers = new Map<string, { readonly first: number; readonly size: number }>();
  let first = 0;
  for (const [name, bit] of INPUT_BITS) {
    if (((enable >>> bit) & 1) === 0) continue;
    const size = PS_INPUTS[bit].registers;
    registers.set(name, { first, size });
    first += size;
  }
  return registers;
}
