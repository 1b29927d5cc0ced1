import type { Draw, Freedoms, MemoryObject, Scenario } from '../../transactions/index.js';

/** The fields of a scenario that a run's timeline needs. Any scenario satisfies this type. */
export interface TimelineScenario extends Pick<Scenario, 'chip' | 'ordered'> {
  readonly freedoms: Pick<Freedoms, 'idWrap'>;
  readonly draws: readonly Pick<Draw, 'program' | 'interlock' | 'width' | 'height' | 'samples'>[];
  readonly memory: readonly Pick<MemoryObject, 'name' | 'address' | 'bytes'>[];
}
