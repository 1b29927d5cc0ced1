import { chipOf, factsOf, findRegisterField, PARAMETER_DWORDS } from '../arch/index.js';
import type { Scenario } from './scenario.js';

/** The values of VGT_PRIMITIVE_TYPE.PRIM_TYPE for the supported primitives: points, lines, triangles and rectangles. */
const PRIMITIVE_TYPES: readonly number[] = [1, 2, 4, 17];

/** Maximum total size of all memory objects in bytes. The model keeps them in one array. */
const MAX_MEMORY_BYTES = 2 ** 29;

/**
 * Looks for contradictory fields in a well-formed scenario and returns a message such as "path is X; expected Y", or
 * undefined if it finds none.
 */
export function findContradiction(scenario: Scenario): string | undefined {
  return (
    findWaveContradiction(scenario) ??
    findIdContradiction(scenario) ??
    findSectionsContradiction(scenario) ??
    findDrawContradiction(scenario) ??
    findMemoryContradiction(scenario) ??
    findBackgroundContradiction(scenario)
  );
}

function findWaveContradiction({ chip, wave }: Scenario): string | undefined {
  const sizes = chipOf(chip).waveSizes;
  return sizes.includes(wave) ? undefined : `wave is ${wave}; expected ${sizes.join(' or ')} on ${chip}`;
}

function findIdContradiction({ freedoms: { idWrap, idWindow, idStart } }: Scenario): string | undefined {
  if (idWindow > idWrap)
    return `freedoms.idWindow is ${idWindow}; expected at most ${idWrap}, the largest id (idWrap)`;
  return idStart > idWrap
    ? `freedoms.idStart is ${idStart}; expected at most ${idWrap}, the largest id (idWrap)`
    : undefined;
}

function findSectionsContradiction({ programs }: Scenario): string | undefined {
  for (const [index, { words, sections }] of programs.entries()) {
    const total = sections?.parts.reduce((sum, part) => sum + part.words, 0) ?? words.length;
    if (total !== words.length)
      return `programs[${index}].sections has ${total} words; expected ${words.length}, the program's length`;
  }
  return undefined;
}

function findDrawContradiction({ chip, draws, programs }: Scenario): string | undefined {
  const { gfx } = chipOf(chip);
  for (const [index, draw] of draws.entries()) {
    const { program: programIndex, vertices, depths, attributes, parameters, registers } = draw;
    const path = `draws[${index}]`;
    if (programIndex >= programs.length) {
      return `${path}.program is ${programIndex}; expected an index below ${programs.length}, the number of programs`;
    }
    const type = findRegisterField(gfx, registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE');
    if (type !== undefined && !PRIMITIVE_TYPES.includes(type)) {
      return `${path}.registers.VGT_PRIMITIVE_TYPE.PRIM_TYPE is ${type}; expected one of ${PRIMITIVE_TYPES.join(', ')}`;
    }
    if (vertices.length % 6 !== 0) {
      return `${path}.vertices has ${vertices.length} values; expected six per primitive`;
    }
    const primitives = vertices.length / 6;
    if (depths.length !== primitives) {
      return `${path}.depths has ${depths.length} values; expected ${primitives} (one per primitive)`;
    }
    const words = primitives * attributes * PARAMETER_DWORDS;
    if (parameters.length !== words) {
      return `${path}.parameters has length ${parameters.length}; expected ${words} for its primitives and attributes`;
    }
  }
  return undefined;
}

function findMemoryContradiction({ memory, ordered, draws }: Scenario): string | undefined {
  const total = memory.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_MEMORY_BYTES)
    return `memory objects total ${total} bytes; expected at most ${MAX_MEMORY_BYTES}`;
  const names = new Set<string>();
  for (const [index, object] of memory.entries()) {
    const path = `memory[${index}]`;
    if (names.has(object.name))
      return `${path}.name is "${object.name}"; expected a unique name for each memory object`;
    names.add(object.name);
    if (object.initial.length * 4 > object.bytes) {
      return `${path}.initial has ${object.initial.length} words; expected at most ${object.bytes >> 2}, the object's size`;
    }
    const count = object.expected?.words.length ?? 0;
    if (count * 4 > object.bytes) {
      return `${path}.expected has ${count} words; expected at most ${object.bytes >> 2}, the object's size`;
    }
  }
  const overlap = findOverlapContradiction(memory);
  if (overlap !== undefined) return overlap;
  for (const [index, { object }] of ordered.entries()) {
    if (!names.has(object))
      return `ordered[${index}].object is "${object}"; expected the name of a memory object`;
  }
  for (const [index, { attachments = {} }] of draws.entries()) {
    const unknown = Object.values(attachments).find((object) => !names.has(object));
    if (unknown !== undefined)
      return `draws[${index}].attachments contains "${unknown}"; expected the name of a memory object`;
  }
  for (const [index, { compare }] of memory.entries()) {
    if (compare.kind === 'per-pixel-list' && !names.has(compare.nodes)) {
      return `memory[${index}].compare.nodes is "${compare.nodes}"; expected the name of a memory object`;
    }
  }
  return undefined;
}

/**
 * Finds two memory objects that overlap, which is not allowed because their initial contents would depend on list
 * order. Returns the message for them, or undefined if none overlap.
 */
function findOverlapContradiction(memory: Scenario['memory']): string | undefined {
  const byAddress = memory
    .map((object, index) => ({ object, index }))
    .filter(({ object }) => object.bytes > 0)
    .sort((a, b) => a.object.address - b.object.address);
  for (const [position, { object, index }] of byAddress.entries()) {
    const before = byAddress[position - 1]?.object;
    if (before === undefined || before.address + before.bytes <= object.address) continue;
    return `memory[${index}].address is ${object.address}, which overlaps "${before.name}" (${before.bytes} bytes at ${before.address})`;
  }
  return undefined;
}

function findBackgroundContradiction({ chip, background, memory }: Scenario): string | undefined {
  if (background === undefined) return undefined;
  const missing = background.outputs.find((output) => memory.every(({ name }) => name !== output));
  if (missing !== undefined)
    return `background.outputs contains "${missing}", which is not the name of a memory object`;
  if (factsOf(chipOf(chip).gfx).hasWorkGroupProcessors) return undefined;
  const index = background.works.findIndex((work) => work.kind === 'compute' && work.mode === 'wgp');
  return index < 0 ? undefined : `background.works[${index}].mode is wgp; expected cu on ${chip}`;
}
