import type { OrderedAccess, ProgramDescriptor, SectionStep } from '../../transactions/index.js';

/** Which counters track the ordered accesses of a section. */
export interface CounterUse {
  readonly loads: boolean;
  readonly stores: boolean;
  /** Whether the scalar counter tracks any accesses, including flat ones. */
  readonly scalar: boolean;
}

/** Returns whether a step is an ordered memory access rather than other work. */
export function isAccess(step: SectionStep): step is OrderedAccess {
  return typeof step !== 'string';
}

/** Returns whether a step loops over a wave's lanes. */
export function loopsOverLanes(step: SectionStep): step is OrderedAccess {
  return isAccess(step) && (step.path === 'scalar' || step.path === 'waterfall');
}

/** Returns the counters that a program's exit must wait for (S-083 to S-087). */
export function getCounterUse({ section }: ProgramDescriptor): CounterUse {
  const accesses = section.steps.filter(isAccess);
  return {
    loads: accesses.some(({ operation }) => operation !== 'store' && operation !== 'atomic'),
    stores: accesses.some(({ operation }) => operation !== 'load' && operation !== 'atomic-return'),
    scalar: accesses.some(({ path }) => path === 'flat' || path === 'scalar'),
  };
}
