import type { Gfx } from '../../arch/index.js';
import type { ProgramDescriptor, SectionDescriptor, SectionStep } from '../../transactions/index.js';
import { isAccess } from './counter-use.js';
import { PLAIN_UPDATE, repaired } from './repair.js';

type Change = Partial<ProgramDescriptor>;

/** Properties of a plain program except its section. */
export const PLAIN = {
  fold: 'multiply',
  before: [],
  after: [],
  discards: { before: 'none', inside: 'none', after: 'none', message: false },
  exports: { colours: 0, conversion: 'ZERO', depth: 'none', dualSource: false, toTarget: false },
  exit: 'message',
} as const satisfies Change;

/** Properties of a plain program's section except its accesses. */
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
 * Simpler legal replacements for a descriptor, boldest first: one without prolog and epilog and with nothing around the
 * section; then one property at a time as in a plain program; then fewer and plainer steps. No descriptor is repeated.
 */
export function* simplerDescriptors(descriptor: ProgramDescriptor, gfx: Gfx): Generator<ProgramDescriptor> {
  const { parts, ...withoutParts } = descriptor;
  const { section } = descriptor;
  const triedTexts = new Set([textOf(descriptor)]);
  const candidates = [
    { ...withoutParts, ...PLAIN, section: { ...section, ...PLAIN_SECTION } },
    { ...withoutParts, ...PLAIN },
    ...(parts === undefined ? [] : [withoutParts]),
    ...propertiesOf(PLAIN).map((change) => ({ ...descriptor, ...change })),
    ...propertiesOf(PLAIN_SECTION).map((change) => ({ ...descriptor, section: { ...section, ...change } })),
    ...plainerWithin(descriptor, 'discards'),
    ...plainerWithin(descriptor, 'exports'),
    ...fewerSteps(section.steps).map((steps) => ({ ...descriptor, section: { ...section, steps } })),
  ];
  for (const candidate of candidates) {
    const legal = repaired(candidate, gfx);
    const text = textOf(legal);
    if (triedTexts.has(text) || isLarger(legal, descriptor)) continue;
    triedTexts.add(text);
    yield legal;
  }
}

/** One change per property. */
function propertiesOf<T extends object>(values: T): Partial<T>[] {
  return Object.entries(values).map(([name, value]) => ({ [name]: value }) as Partial<T>);
}

/** One change per property of a property. */
function plainerWithin(descriptor: ProgramDescriptor, name: 'discards' | 'exports'): ProgramDescriptor[] {
  return propertiesOf(PLAIN[name]!).map((change) => ({
    ...descriptor,
    [name]: { ...descriptor[name], ...change },
  }));
}

/** Either half, all but one, and all with one replaced by a plain update or access. */
function fewerSteps(steps: readonly SectionStep[]): (readonly SectionStep[])[] {
  const half = steps.length >> 1;
  const replaceStep = (at: number, by: SectionStep): SectionStep[] =>
    steps.map((step, i) => (i === at ? by : step));
  return [
    ...(half > 0 ? [steps.slice(0, half), steps.slice(half)] : []),
    ...steps.map((_, at) => steps.filter((_step, i) => i !== at)),
    ...steps.map((_, at) => replaceStep(at, { ...PLAIN_UPDATE })),
    ...steps.flatMap((step, at) =>
      isAccess(step)
        ? propertiesOf(PLAIN_UPDATE).map((change) => replaceStep(at, { ...step, ...change }))
        : [],
    ),
  ];
}

/** Equal strings mean equal descriptors: properties keep their order through all changes. */
function textOf(descriptor: ProgramDescriptor): string {
  return JSON.stringify(descriptor);
}

/** Whether a descriptor has more steps than another: repairs may add steps. */
function isLarger(a: ProgramDescriptor, b: ProgramDescriptor): boolean {
  return a.section.steps.length > b.section.steps.length;
}
