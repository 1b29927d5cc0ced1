import type { Draw, MemoryObject, OrderedMemory, Scenario } from '../../transactions/index.js';
import { findContradiction, UsageError } from '../../transactions/index.js';
import type { CorpusRecord, GivenResource } from '../corpus.js';
import type { Triangle } from '../scenes/geometry.js';
import { deriveUserData } from './arguments.js';

/** A draw of a state file's scene (state-file.md): a program, and what precedes and surrounds the draw. */
export interface DrawnProgram extends Required<Pick<Draw, 'boundary'>>, Pick<Draw, 'attachments'> {
  readonly record: CorpusRecord;
  /** Its primitives in every scene; by default, the same as those of the other draws, which the scene chooses. */
  readonly primitives?: readonly Triangle[];
}

/** The most draws of a scene. Each has its own range of low addresses for descriptor sets and push constants. */
export const MAX_DRAWS = 16;
const RANGE = 2 ** 32 / (2 * MAX_DRAWS);

/** The objects, and sources of user data, that each draw has for itself. */
const OWN_OBJECTS = /^(?:set|pcbuf)\d+$/;
const OWN_SOURCES = /^(?:set\d+|pcbuf)\.lo$/;

/**
 * Gives the programs of all draws the same resources, so that those of the same name are the same memory object. Each
 * program has descriptors only of its own.
 */
export function shareResources(draws: readonly DrawnProgram[]): readonly DrawnProgram[] {
  const resources = new Map<string, GivenResource>();
  for (const { record } of draws)
    for (const resource of record.resources ?? [])
      if (!resources.has(resource.name)) resources.set(resource.name, resource);
  if (resources.size === 0) return draws;
  return draws.map((draw) => {
    const own = new Map(draw.record.resources?.map((resource) => [resource.name, resource]));
    const shared = [...resources].map(([name, { set: _, offset: __, ...rest }]) => own.get(name) ?? rest);
    return { ...draw, record: withResources(draw.record, shared, own) };
  });
}

/** Replaces a record's resources, and the descriptors in its user data, which hold their addresses. */
function withResources(
  record: CorpusRecord,
  resources: readonly GivenResource[],
  own: ReadonlyMap<string, GivenResource>,
): CorpusRecord {
  const { abi, gfx, variants } = record;
  const registers = abi.args
    .filter(({ name, file }) => file === 's' && own.has(name))
    .flatMap(({ reg, size }) => Array.from({ length: size }, (_, i) => `s${reg + i}`));
  const user_data: Record<string, string> = { ...abi.user_data };
  for (const register of registers) delete user_data[register];
  const use = { gfx, resources, abi: { args: abi.args, user_data }, samples: variants[0]!.samples };
  return { ...record, resources, abi: { ...abi, user_data: deriveUserData(use) } };
}

/**
 * Combines the scenarios of single draws, one for each program, into one in which the draws follow each other. The
 * program of draw `first` comes first. Throws `UsageError` if programs need different memory at the same place.
 */
export function combineDraws(
  draws: readonly DrawnProgram[],
  scenarios: readonly Scenario[],
  first: number,
): Scenario {
  const order = [first, ...draws.keys()].filter((index, i, all) => all.indexOf(index) === i);
  const memory = new Map<string, MemoryObject>();
  for (const [index, scenario] of scenarios.entries())
    for (const object of scenario.memory) addObject(memory, moveObject(object, index), draws[index]!.record);
  const scenario = {
    ...scenarios[first]!,
    programs: order.map((index) => scenarios[index]!.programs[0]!),
    draws: draws.map(({ record, boundary, attachments }, index) => ({
      ...moveUserData(scenarios[index]!.draws[0]!, record, index),
      program: order.indexOf(index),
      boundary,
      ...(attachments === undefined ? {} : { attachments }),
    })),
    memory: [...memory.values()],
    ordered: mergeOrdered(scenarios.flatMap(({ ordered }) => ordered)),
  };
  const contradiction = findContradiction(scenario);
  if (contradiction === undefined) return scenario;
  throw new UsageError(`Invalid scene: ${contradiction}: ${[...memory.keys()].join(', ')}`);
}

function moveObject(object: MemoryObject, draw: number): MemoryObject {
  return draw === 0 || !OWN_OBJECTS.test(object.name)
    ? object
    : { ...object, name: `${object.name} of draw ${draw}`, address: object.address + draw * RANGE };
}

function moveUserData(draw: Draw, { abi }: CorpusRecord, index: number): Draw {
  const moved = Object.entries(abi.user_data)
    .filter(([, source]) => OWN_SOURCES.test(source))
    .map(([register]) => `SPI_SHADER_USER_DATA_PS_${register.slice(1)}`)
    .map((name) => [name, draw.registers[name]! + index * RANGE] as const);
  return { ...draw, registers: { ...draw.registers, ...Object.fromEntries(moved) } };
}

function addObject(memory: Map<string, MemoryObject>, object: MemoryObject, { id }: CorpusRecord): void {
  const known = memory.get(object.name);
  if (known === undefined) memory.set(object.name, object);
  else if (known.address !== object.address || known.bytes !== object.bytes)
    throw new UsageError(
      `Invalid draws: ${object.name} has ${object.bytes} bytes in ${id} but ${known.bytes} in an earlier draw; expected the same surface`,
    );
}

/** Merges what each program says of the order of memory: an object is coherent, or ordered as a whole, if any says so. */
function mergeOrdered(all: readonly OrderedMemory[]): readonly OrderedMemory[] {
  return [...new Set(all.map(({ object }) => object))].map((object) => {
    const same = all.filter((ordered) => ordered.object === object);
    const { layout } = same.find((ordered) => ordered.layout.kind === 'whole') ?? same[0]!;
    return { object, layout, ...(same.some(({ coherent }) => coherent === true) ? { coherent: true } : {}) };
  });
}
