import { type ChipName, chipOf, factsOf } from '../../arch/index.js';
import { runsPerSample } from './driver-request.js';
import { WHERE } from './section-flow.js';
import type { ShaderInterface } from './shader-interface.js';
import type { SourceAccess } from './source-accesses.js';

/** A breach of the rules for sections that only the source reveals. */
export interface ProtocolFinding {
  readonly name:
    | 'early-access'
    | 'late-access'
    | 'missing-end'
    | 'order-dependent'
    | 'repeated-begin'
    | 'shared-samples';
  /** What is wrong, without the line. */
  readonly text: string;
  readonly line: number | undefined;
  /** Whether the program is wrong on this chip, rather than on others only. */
  readonly isError: boolean;
}

/** Checks the section of a source on all paths, as compiled for a chip and a number of samples. */
export function checkProtocol(
  shader: ShaderInterface,
  chip: ChipName,
  samples: number,
): readonly ProtocolFinding[] {
  const findings = [
    ...findMissingEnd(shader),
    ...findRepeatedBegin(shader),
    ...findEarlyAccesses(shader),
    ...findLateAccesses(shader, chip),
    ...findOrderDependence(shader),
    ...(samples > 1 ? findSharedSamples(shader) : []),
  ];
  return [...new Map(findings.map((finding) => [`${finding.line} ${finding.text}`, finding])).values()];
}

function findMissingEnd({ accesses, returnsAt }: ShaderInterface): readonly ProtocolFinding[] {
  const begin = accesses.find(({ kind }) => kind === 'begin');
  if (begin === undefined || (returnsAt & WHERE.inside) === 0) return [];
  const paths = accesses.some(({ kind }) => kind === 'end') ? 'on some paths ' : '';
  const text = `the section that begins here ${paths}has no end: endInvocationInterlock is missing, which Vulkan requires; the section lasts until the wave ends`;
  return [{ name: 'missing-end', text, line: begin.line, isError: false }];
}

function findRepeatedBegin({ accesses }: ShaderInterface): readonly ProtocolFinding[] {
  return accesses
    .filter(({ kind, where }) => kind === 'begin' && where !== WHERE.before)
    .map(({ line }) => ({
      name: 'repeated-begin',
      text: 'the section begins again on a path on which it has already begun, although it may begin only once',
      line,
      isError: false,
    }));
}

/** Finds accesses before the section to the very words of a pixel that the section stores to, or loads after a store. */
function findEarlyAccesses({ accesses }: ShaderInterface): readonly ProtocolFinding[] {
  const isEarlier = (early: SourceAccess, { kind, name, word, where }: SourceAccess): boolean =>
    (where & WHERE.inside) !== 0 &&
    (kind === 'store' || (kind === 'load' && early.kind === 'store')) &&
    name === early.name &&
    word === early.word;
  return accesses
    .filter(({ kind, where }) => (kind === 'load' || kind === 'store') && where === WHERE.before)
    .filter((early) => early.word !== undefined && accesses.some((access) => isEarlier(early, access)))
    .map(({ kind, name, line }) => ({
      name: 'early-access',
      text: `the ${kind} of ${name === '' ? 'memory' : name} comes before the section, which accesses the same word of the pixel; an older primitive may still be in its section`,
      line,
      isError: true,
    }));
}

/**
 * Finds accesses after the section to resources that the section also accesses or, if it is empty, that the shader
 * stores to, and stores of differing values to a pixel's word of others. If the section lasts until the last export,
 * they are still ordered; otherwise the rules catch those to the section's resources in the machine code.
 */
function findLateAccesses({ accesses }: ShaderInterface, chip: ChipName): readonly ProtocolFinding[] {
  const { exitsByExport } = factsOf(chipOf(chip).gfx);
  const all = accesses.filter(({ kind }) => kind !== 'begin' && kind !== 'end');
  const inSection = all.filter(({ where }) => (where & WHERE.inside) !== 0);
  const ordered = inSection.length > 0 ? inSection : all.filter(({ kind }) => kind === 'store');
  const orderedNames = new Set(ordered.map(({ name }) => name));
  const isWritten = ({ name }: SourceAccess): boolean =>
    all.some((access) => access.name === name && (access.kind === 'store' || access.kind === 'atomic'));
  const isPixels = ({ kind, word, storesSame }: SourceAccess): boolean =>
    kind === 'store' &&
    word !== undefined &&
    !storesSame &&
    inSection.some((access) => access.kind === 'store');
  return all
    .filter((access) => (access.where & WHERE.after) !== 0 && isWritten(access))
    .filter((access) => orderedNames.has(access.name) || isPixels(access))
    .map(({ kind, name, line }) => ({
      name: 'late-access',
      text: `the ${kind} of ${name === '' ? 'memory' : name} comes after the end of the section${getConsequence(exitsByExport, inSection.length === 0)}`,
      line,
      // The rules judge what the compiler has kept of an access to the section's resources.
      isError: !exitsByExport && (inSection.length === 0 || !orderedNames.has(name)),
    }));
}

function getConsequence(exitsByExport: boolean, isEmpty: boolean): string {
  if (exitsByExport)
    return '. This only works because, on this chip, the section lasts until the last export; it is incorrect on chips before RDNA 3';
  return isEmpty ? ', which is empty, so nothing orders it' : ', so nothing orders it';
}

/** Finds stores in an unordered section whose values depend on the order of the primitives. */
function findOrderDependence({ interlock, accesses }: ShaderInterface): readonly ProtocolFinding[] {
  if (interlock?.endsWith('_unordered') !== true) return [];
  return accesses
    .filter(
      ({ kind, where, dependsOnOrder }) => kind === 'store' && (where & WHERE.inside) !== 0 && dependsOnOrder,
    )
    .map(({ name, line }) => ({
      name: 'order-dependent',
      text: `what is stored to ${name} depends on what was loaded from it, and the interlock is unordered: the result may depend on the order of the primitives`,
      line,
      isError: false,
    }));
}

/**
 * Finds words that invocations in a pixel load and store without an order: those for its samples, since Vulkan treats a
 * pixel interlock as a sample interlock if the shader runs once per sample; and, under a sample interlock, those of
 * primitives that cover different samples.
 */
function findSharedSamples(shader: ShaderInterface): readonly ProtocolFinding[] {
  const shared = shader.accesses.filter(
    ({ where, isPerPixel }) => isPerPixel && (where & WHERE.inside) !== 0,
  );
  const isLoaded = (name: string): boolean =>
    shared.some((access) => access.kind === 'load' && access.name === name);
  const [who, advice] = runsPerSample(shader)
    ? ['the shader runs once per sample, and the samples of a pixel', 'give each sample its own word']
    : [
        'under the sample interlock, primitives that cover different samples of a pixel',
        'use a pixel interlock, or give each sample its own word',
      ];
  return shared
    .filter(({ kind, name }) => kind === 'store' && isLoaded(name))
    .map(({ name, line }) => ({
      name: 'shared-samples',
      text: `${who} load and store the same words of ${name === '' ? 'memory' : name}, which the interlock does not order; ${advice}`,
      line,
      isError: true,
    }));
}
