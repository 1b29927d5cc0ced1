import type { Draw, Freedoms, MemoryObject, Scenario } from '../transactions/index.js';

/** What a run's story needs of its scenario; any scenario qualifies. */
export interface StoryScenario extends Pick<Scenario, 'chip' | 'ordered'> {
  readonly freedoms: Pick<Freedoms, 'idWrap'>;
  readonly draws: readonly Pick<Draw, 'program' | 'interlock' | 'width' | 'height' | 'samples'>[];
  readonly memory: readonly Pick<MemoryObject, 'name' | 'address' | 'bytes'>[];
}
