import type { Gfx } from '../../arch/index.js';
import type { ProgramDescriptor, SectionDescriptor, SectionStep } from '../../transactions/index.js';
import { isAccess } from './emission.js';
import { MINIMAL_UPDATE, repairDescriptor } from './repair.js';

type Change = Partial<ProgramDescriptor>;

/** The properties of a minimal program, except its section. */
export const MINIMAL_PROPERTIES = {
  fold: 'multiply',
  before: [],
  after: [],
  discards: { before: 'none', inside: 'none', after: 'none', message: false },
  exports: { colours: 0, conversion: 'ZERO', depth: 'none', dualSource: false, toTarget: false },
  exit: 'message',
} as const satisfies Change;

/** The properties of a minimal program's section, except its accesses. */
export const MINIMAL_SECTION: Omit<SectionDescriptor, 'steps'> = {
  shape: 'plain',
  entryPlace: 'ahead',
  early: false,
  rounds: 1,
  pairs: 1,
  trips: 2,
  packer: 'waiting',
  compare: 'below',
  sleep: 'long',
  waits: 'needed',
  leavesLoad: false,
};

/**
 * Yields simpler legal replacements for a descriptor, most drastic first: without the prolog, epilog or anything else
 * around the section; then with one property taken from a minimal program; then with fewer and simpler steps. Never
 * yields a descriptor twice.
 */
export function* listSimplerDescriptors(
  descriptor: ProgramDescriptor,
  gfx: Gfx,
): Generator<ProgramDescriptor> {
  const { parts, ...withoutParts } = descriptor;
  const { section } = descriptor;
  const triedKeys = new Set([toKey(descriptor)]);
  const candidates = [
    { ...withoutParts, ...MINIMAL_PROPERTIES, section: { ...section, ...MINIMAL_SECTION } },
    { ...withoutParts, ...MINIMAL_PROPERTIES },
    ...(parts === undefined ? [] : [withoutParts]),
    ...splitProperties(MINIMAL_PROPERTIES).map((change) => ({ ...descriptor, ...change })),
    ...splitProperties(MINIMAL_SECTION).map((change) => ({
      ...descriptor,
      section: { ...section, ...change },
    })),
    ...simplifyWithin(descriptor, 'discards'),
    ...simplifyWithin(descriptor, 'exports'),
    ...simplifySteps(section.steps).map((steps) => ({ ...descriptor, section: { ...section, steps } })),
  ];
  for (const candidate of candidates) {
    const repaired = repairDescriptor(candidate, gfx);
    const key = toKey(repaired);
    if (triedKeys.has(key) || isLarger(repaired, descriptor)) continue;
    triedKeys.add(key);
    yield repaired;
  }
}

function splitProperties<T extends object>(values: T): Partial<T>[] {
  return Object.entries(values).map(([name, value]) => ({ [name]: value }) as Partial<T>);
}

/** Returns one descriptor per property of `discards` or `exports`, with a minimal program's value for that property. */
function simplifyWithin(descriptor: ProgramDescriptor, name: 'discards' | 'exports'): ProgramDescriptor[] {
  return splitProperties(MINIMAL_PROPERTIES[name]!).map((change) => ({
    ...descriptor,
    [name]: { ...descriptor[name], ...change },
  }));
}

/**
 * Returns simpler lists of steps: each half, all steps but one, and all steps with one of them replaced by a minimal
 * update or a simpler access.
 */
function simplifySteps(steps: readonly SectionStep[]): (readonly SectionStep[])[] {
  const half = steps.length >> 1;
  const replaceStep = (index: number, replacement: SectionStep): SectionStep[] =>
    steps.map((step, i) => (i === index ? replacement : step));
  return [
    ...(half > 0 ? [steps.slice(0, half), steps.slice(half)] : []),
    ...steps.map((_, index) => steps.filter((_step, i) => i !== index)),
    ...steps.map((_, index) => replaceStep(index, { ...MINIMAL_UPDATE })),
    ...steps.flatMap((step, index) =>
      isAccess(step)
        ? splitProperties(MINIMAL_UPDATE).map((change) => replaceStep(index, { ...step, ...change }))
        : [],
    ),
  ];
}

/**
 * Returns a string that identifies a descriptor. This is reliable because none of the changes reorder a descriptor's
 * properties.
 */
function toKey(descriptor: ProgramDescriptor): string {
  return JSON.stringify(descriptor);
}

/** Returns whether a descriptor has more steps than another, which is possible because repairs may add steps. */
function isLarger(a: ProgramDescriptor, b: ProgramDescriptor): boolean {
  return a.section.steps.length > b.section.steps.length;
}
