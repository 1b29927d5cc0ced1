import type { Gfx } from '../../arch/index.js';
import type { ProgramDescriptor, SectionDescriptor, SectionStep } from '../../transactions/index.js';
import { isAccess } from './counter-use.js';
import { PLAIN_UPDATE, repairDescriptor } from './repair.js';

type Change = Partial<ProgramDescriptor>;

/** The properties of a plain program, except its section. */
export const PLAIN = {
  fold: 'multiply',
  before: [],
  after: [],
  discards: { before: 'none', inside: 'none', after: 'none', message: false },
  exports: { colours: 0, conversion: 'ZERO', depth: 'none', dualSource: false, toTarget: false },
  exit: 'message',
} as const satisfies Change;

/** The properties of a plain program's section, except its accesses. */
export const PLAIN_SECTION: Omit<SectionDescriptor, 'steps'> = {
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
 * Yields simpler legal replacements for a descriptor, most drastic first: without prolog, epilog and everything
 * around the section; then with one property taken from a plain program; then with fewer and plainer steps. Never
 * yields a descriptor twice.
 */
export function* simplerDescriptors(descriptor: ProgramDescriptor, gfx: Gfx): Generator<ProgramDescriptor> {
  const { parts, ...withoutParts } = descriptor;
  const { section } = descriptor;
  const triedKeys = new Set([toKey(descriptor)]);
  const candidates = [
    { ...withoutParts, ...PLAIN, section: { ...section, ...PLAIN_SECTION } },
    { ...withoutParts, ...PLAIN },
    ...(parts === undefined ? [] : [withoutParts]),
    ...splitProperties(PLAIN).map((change) => ({ ...descriptor, ...change })),
    ...splitProperties(PLAIN_SECTION).map((change) => ({
      ...descriptor,
      section: { ...section, ...change },
    })),
    ...simplifyWithin(descriptor, 'discards'),
    ...simplifyWithin(descriptor, 'exports'),
    ...fewerSteps(section.steps).map((steps) => ({ ...descriptor, section: { ...section, steps } })),
  ];
  for (const candidate of candidates) {
    const legal = repairDescriptor(candidate, gfx);
    const key = toKey(legal);
    if (triedKeys.has(key) || isLarger(legal, descriptor)) continue;
    triedKeys.add(key);
    yield legal;
  }
}

/** Returns one change for each property. */
function splitProperties<T extends object>(values: T): Partial<T>[] {
  return Object.entries(values).map(([name, value]) => ({ [name]: value }) as Partial<T>);
}

/** Returns one descriptor for each property of `discards` or `exports`, each with a plain program's value. */
function simplifyWithin(descriptor: ProgramDescriptor, name: 'discards' | 'exports'): ProgramDescriptor[] {
  return splitProperties(PLAIN[name]!).map((change) => ({
    ...descriptor,
    [name]: { ...descriptor[name], ...change },
  }));
}

/**
 * Returns simpler lists: each half, all steps but one, and all steps with one of them replaced by a plain update or a
 * plainer access.
 */
function fewerSteps(steps: readonly SectionStep[]): (readonly SectionStep[])[] {
  const half = steps.length >> 1;
  const replaceStep = (index: number, replacement: SectionStep): SectionStep[] =>
    steps.map((step, i) => (i === index ? replacement : step));
  return [
    ...(half > 0 ? [steps.slice(0, half), steps.slice(half)] : []),
    ...steps.map((_, index) => steps.filter((_step, i) => i !== index)),
    ...steps.map((_, index) => replaceStep(index, { ...PLAIN_UPDATE })),
    ...steps.flatMap((step, index) =>
      isAccess(step)
        ? splitProperties(PLAIN_UPDATE).map((change) => replaceStep(index, { ...step, ...change }))
        : [],
    ),
  ];
}

/** Returns a string that identifies a descriptor; every change preserves the order of its properties. */
function toKey(descriptor: ProgramDescriptor): string {
  return JSON.stringify(descriptor);
}

/** Returns whether a descriptor has more steps than another, which is possible because repairs may add steps. */
function isLarger(a: ProgramDescriptor, b: ProgramDescriptor): boolean {
  return a.section.steps.length > b.section.steps.length;
}
