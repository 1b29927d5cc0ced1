import type { OrderedAccess, ProgramDescriptor, SectionStep } from '../../transactions/index.js';

/** Which kinds of accesses an ordered section makes, told apart by what waits for them. */
export interface CounterUse {
  readonly loads: boolean;
  readonly stores: boolean;
  /** Accesses that the scalar counter counts, flat ones among them. */
  readonly scalar: boolean;
}

/** Whether a step is an access to ordered memory, not other work. */
export function isAccess(step: SectionStep): step is OrderedAccess {
  return typeof step !== 'string';
}

/** Whether a step is a loop over the lanes of a wave. */
export function isLaneLoop(step: SectionStep): step is OrderedAccess {
  return isAccess(step) && (step.path === 'scalar' || step.path === 'waterfall');
}

/** What a program's exit must wait for (S-083 to S-087). */
export function counterUse({ section }: ProgramDescriptor): CounterUse {
  const accesses = section.steps.filter(isAccess);
  return {
    loads: accesses.some(({ operation }) => operation !== 'store' && operation !== 'atomic'),
    stores: accesses.some(({ operation }) => operation !== 'load' && operation !== 'atomic-return'),
    scalar: accesses.some(({ path }) => path === 'flat' || path === 'scalar'),
  };
}
