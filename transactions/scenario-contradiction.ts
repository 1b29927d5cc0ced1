import { chipOf, factsOf, PARAMETER_DWORDS, registerField } from '../arch/index.js';
import type { Scenario } from './scenario.js';

/** The values of VGT_PRIMITIVE_TYPE.PRIM_TYPE for the supported primitives: points, lines, triangles and rectangles. */
const PRIMITIVE_TYPES: readonly number[] = [1, 2, 4, 17];

/** Maximum total size of all memory objects in bytes. The model keeps them in one array. */
const MAX_MEMORY_BYTES = 2 ** 29;

/**
 * Returns a contradiction between two fields of a well-formed scenario, phrased as "path is X; expected Y", or
 * undefined if there is none.
 */
export function findContradiction(scenario: Scenario): string | undefined {
  return (
    findWaveContradiction(scenario) ??
    findIdContradiction(scenario) ??
    findPartContradiction(scenario) ??
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

function findPartContradiction({ programs }: Scenario): string | undefined {
  for (const [index, { words, sections }] of programs.entries()) {
    const total = sections?.parts.reduce((sum, part) => sum + part.words, 0) ?? words.length;
    if (total !== words.length)
      return `programs[${index}].sections has parts of ${total} words; expected ${words.length}, all of the program`;
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
    const type = registerField(gfx, registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE');
    if (type !== undefined && !PRIMITIVE_TYPES.includes(type)) {
      return `${path}.registers.VGT_PRIMITIVE_TYPE has type ${type}; expected one of ${PRIMITIVE_TYPES.join(', ')}`;
    }
    if (vertices.length % 6 !== 0) {
      return `${path}.vertices has ${vertices.length} values; expected six per primitive`;
    }
    const primitives = vertices.length / 6;
    if (depths.length !== primitives) {
      return `${path}.depths has ${depths.length} values; expected ${primitives}, one per primitive`;
    }
    const words = primitives * attributes * PARAMETER_DWORDS;
    if (parameters.length !== words) {
      return `${path}.parameters has ${parameters.length} words; expected ${words} for its primitives and attributes`;
    }
  }
  return undefined;
}

function findMemoryContradiction({ memory, ordered }: Scenario): string | undefined {
  const total = memory.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_MEMORY_BYTES)
    return `memory has objects of ${total} bytes in total; expected at most ${MAX_MEMORY_BYTES}`;
  const names = new Set<string>();
  for (const [index, object] of memory.entries()) {
    const at = `memory[${index}]`;
    if (names.has(object.name))
      return `${at}.name is "${object.name}"; expected a name that no other object has`;
    names.add(object.name);
    if (object.initial.length * 4 > object.bytes) {
      return `${at}.initial has ${object.initial.length} words; expected at most ${object.bytes >> 2}, the object's size`;
    }
    const expected = object.expected?.words.length ?? 0;
    if (expected * 4 > object.bytes) {
      return `${at}.expected has ${expected} words; expected at most ${object.bytes >> 2}, the object's size`;
    }
  }
  const overlap = findOverlapContradiction(memory);
  if (overlap !== undefined) return overlap;
  for (const [index, { object }] of ordered.entries()) {
    if (!names.has(object))
      return `ordered[${index}].object is "${object}"; expected the name of a memory object`;
  }
  for (const [index, { compare }] of memory.entries()) {
    if (compare.kind === 'per-pixel-list' && !names.has(compare.nodes)) {
      return `memory[${index}].compare.nodes is "${compare.nodes}"; expected the name of a memory object`;
    }
  }
  return undefined;
}

/**
 * Returns the error for two overlapping objects, or undefined if none overlap. The initial contents of such
 * objects would depend on their order in the list.
 */
function findOverlapContradiction(memory: Scenario['memory']): string | undefined {
  const byAddress = memory
    .map((object, index) => ({ object, index }))
    .filter(({ object }) => object.bytes > 0)
    .sort((a, b) => a.object.address - b.object.address);
  for (const [position, { object, index }] of byAddress.entries()) {
    const before = byAddress[position - 1]?.object;
    if (before === undefined || before.address + before.bytes <= object.address) continue;
    return `memory[${index}].address is ${object.address}; expected an address after "${before.name}", whose ${before.bytes} bytes begin at ${before.address}`;
  }
  return undefined;
}

function findBackgroundContradiction({ chip, background, memory }: Scenario): string | undefined {
  if (background === undefined) return undefined;
  const stray = background.outputs.find((output) => memory.every(({ name }) => name !== output));
  if (stray !== undefined) return `background.outputs has "${stray}"; expected names of memory objects`;
  if (factsOf(chipOf(chip).gfx).hasWorkGroupProcessors) return undefined;
  const index = background.works.findIndex((work) => work.kind === 'compute' && work.mode === 'wgp');
  return index < 0 ? undefined : `background.works[${index}].mode is wgp; expected cu on ${chip}`;
}
