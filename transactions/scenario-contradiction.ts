import {
  chipOf,
  factsOf,
  findRegisterField,
  getListedName,
  listRegisterNames,
  PARAMETER_DWORDS,
} from '../arch/index.js';
import { findNearestName } from './input/index.js';
import type { Scenario } from './scenario.js';
import { joinIssues } from './schema-message.js';

/** The values of VGT_PRIMITIVE_TYPE.PRIM_TYPE for the supported primitives: points, lines, triangles and rectangles. */
const PRIMITIVE_TYPES: readonly number[] = [1, 2, 4, 17];

/** Maximum total size of all memory objects in bytes. The model keeps them in one array. */
const MAX_MEMORY_BYTES = 2 ** 29;
const REGISTER_NAMES = listRegisterNames();
const KNOWN_REGISTERS: ReadonlySet<string> = new Set(REGISTER_NAMES);
const EXPECTED_OBJECT = 'expected the name of a memory object';

/**
 * Looks for contradictory fields in a well-formed scenario and returns a message such as "path is X; expected Y", which
 * names all, or undefined if it finds none.
 */
export function findContradiction(scenario: Scenario): string | undefined {
  const all = LISTS.flatMap((list) => [...list(scenario)]);
  return all.length === 0 ? undefined : joinIssues(all);
}

function* listWaveContradictions({ chip, wave }: Scenario): Generator<string> {
  const sizes = chipOf(chip).waveSizes;
  if (!sizes.includes(wave)) yield `wave is ${wave}; expected ${sizes.join(' or ')} on ${chip}`;
}

function* listIdContradictions({ freedoms: { idWrap, idWindow, idStart } }: Scenario): Generator<string> {
  for (const [name, id] of Object.entries({ idWindow, idStart }))
    if (id > idWrap) yield `freedoms.${name} is ${id}; expected at most ${idWrap}, the largest id (idWrap)`;
}

function* listSectionsContradictions({ programs }: Scenario): Generator<string> {
  for (const [index, { words, sections }] of programs.entries()) {
    const total = sections?.parts.reduce((sum, part) => sum + part.words, 0) ?? words.length;
    if (total !== words.length)
      yield `programs[${index}].sections has ${total} words; expected ${words.length}, the program's length`;
  }
}

function* listDrawContradictions({ chip, draws, programs }: Scenario): Generator<string> {
  const { gfx } = chipOf(chip);
  for (const [index, draw] of draws.entries()) {
    const { program: programIndex, vertices, depths, attributes, parameters, registers } = draw;
    const path = `draws[${index}]`;
    if (programIndex >= programs.length)
      yield `${path}.program is ${programIndex}; expected an index below ${programs.length}, the number of programs`;
    for (const name of Object.keys(registers))
      if (!KNOWN_REGISTERS.has(getListedName(name)))
        yield `${path}.registers contains "${name}"; ${describeNearestRegister(name)}`;
    const type = findRegisterField(gfx, registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE');
    if (type !== undefined && !PRIMITIVE_TYPES.includes(type))
      yield `${path}.registers.VGT_PRIMITIVE_TYPE.PRIM_TYPE is ${type}; expected one of ${PRIMITIVE_TYPES.join(', ')}`;
    if (vertices.length % 6 !== 0) {
      yield `${path}.vertices has ${vertices.length} values; expected six per primitive`;
      continue;
    }
    const primitives = vertices.length / 6;
    if (depths.length !== primitives)
      yield `${path}.depths has ${depths.length} values; expected ${primitives} (one per primitive)`;
    const words = primitives * attributes * PARAMETER_DWORDS;
    if (parameters.length !== words)
      yield `${path}.parameters has length ${parameters.length}; expected ${words} for its primitives and attributes`;
  }
}

function describeNearestRegister(name: string): string {
  const nearest = findNearestName(name, REGISTER_NAMES);
  return nearest === undefined
    ? 'expected a register that a rule reads'
    : `the nearest register is ${nearest}`;
}

function* listMemoryContradictions(scenario: Scenario): Generator<string> {
  const { memory } = scenario;
  const total = memory.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_MEMORY_BYTES)
    yield `memory objects total ${total} bytes; expected at most ${MAX_MEMORY_BYTES}`;
  const names = new Set<string>();
  for (const [index, { name, initial, expected, bytes }] of memory.entries()) {
    const path = `memory[${index}]`;
    if (names.has(name)) yield `${path}.name is "${name}"; expected a unique name for each memory object`;
    names.add(name);
    for (const [list, count] of Object.entries({
      initial: initial.length,
      expected: expected?.words.length ?? 0,
    }))
      if (count * 4 > bytes)
        yield `${path}.${list} has ${count} words; expected at most ${bytes >> 2}, the object's size`;
  }
  yield* listOverlaps(memory);
  yield* listUnknownObjects(scenario, names);
}

/** Lists references to memory objects that do not exist. */
function* listUnknownObjects(
  { memory, ordered, draws, background }: Scenario,
  names: ReadonlySet<string>,
): Generator<string> {
  for (const [index, { object }] of ordered.entries())
    if (!names.has(object)) yield `ordered[${index}].object is "${object}"; ${EXPECTED_OBJECT}`;
  for (const [index, { attachments = {} }] of draws.entries())
    for (const object of Object.values(attachments))
      if (!names.has(object)) yield `draws[${index}].attachments contains "${object}"; ${EXPECTED_OBJECT}`;
  for (const [index, { compare }] of memory.entries())
    if (compare.kind === 'per-pixel-list' && !names.has(compare.nodes))
      yield `memory[${index}].compare.nodes is "${compare.nodes}"; ${EXPECTED_OBJECT}`;
  for (const output of background?.outputs ?? [])
    if (!names.has(output))
      yield `background.outputs contains "${output}", which is not the name of a memory object`;
}

/** Lists memory objects that overlap others: their initial contents would depend on the order of the list. */
function* listOverlaps(memory: Scenario['memory']): Generator<string> {
  const byAddress = memory
    .map((object, index) => ({ object, index }))
    .filter(({ object }) => object.bytes > 0)
    .sort((a, b) => a.object.address - b.object.address);
  for (const [position, { object, index }] of byAddress.entries()) {
    const before = byAddress[position - 1]?.object;
    if (before === undefined || before.address + before.bytes <= object.address) continue;
    yield `memory[${index}].address is ${object.address}, which overlaps "${before.name}" (${before.bytes} bytes at ${before.address})`;
  }
}

function* listBackgroundContradictions({ chip, background }: Scenario): Generator<string> {
  if (background === undefined || factsOf(chipOf(chip).gfx).hasWorkGroupProcessors) return;
  for (const [index, work] of background.works.entries())
    if (work.kind === 'compute' && work.mode === 'wgp')
      yield `background.works[${index}].mode is wgp; expected cu on ${chip}`;
}

const LISTS = [
  listWaveContradictions,
  listIdContradictions,
  listSectionsContradictions,
  listDrawContradictions,
  listMemoryContradictions,
  listBackgroundContradictions,
];
