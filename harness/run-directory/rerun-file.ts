import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  createDocumentListSchema,
  escapeLine,
  type FaultId,
  parseJson,
  safeParse,
} from '../../transactions/index.js';
import { natural, RUN_FILES } from '../basics/index.js';
import { getMaxBytes } from '../input/index.js';
import { faultsSchema } from '../records/manifest.js';
import { isTestId } from '../selection/test-name.js';
import { FIX_STATES, type GroupFix } from '../triage-findings/group-fix.js';
import { readLogged } from './logged-files.js';

const line = z.string().max(getMaxBytes('logText')).transform(escapeLine);

/** The failure groups; absent unless the run was checking fixes. */
const groupsSchema = createDocumentListSchema(
  z.strictObject({
    signature: line,
    state: z.enum(FIX_STATES),
    scenarios: natural,
    runs: natural,
    failed: natural,
    armed: natural.nullable(),
    lost: natural,
    why: line.exactOptional(),
    lastStep: line.exactOptional(),
    other: line.exactOptional(),
    repro: line.exactOptional(),
  } satisfies Record<keyof GroupFix, z.ZodType>),
);

const comparisonSchema = z.strictObject({
  runId: z.string().max(1000).transform(escapeLine),
  tests: natural,
  stored: natural,
  different: createDocumentListSchema(z.string().refine(isTestId)),
  unknown: natural,
  without: faultsSchema.exactOptional(),
  groups: groupsSchema.exactOptional(),
});

/** How the tests of a run compare with those of the run it repeats. */
export interface RerunComparison {
  /** The id of the repeated run. */
  readonly runId: string;
  readonly tests: number;
  /** The number of tests that ran from a scenario stored by the repeated run. */
  readonly stored: number;
  /** The ids of generated tests whose scenario differs from the one in the repeated run. */
  readonly different: readonly string[];
  /** The number of generated tests that are not in the repeated run's log. */
  readonly unknown: number;
  /** The library faults that the repeated run's build had and this one lacks; absent if there are none. */
  readonly without?: readonly FaultId[];
  /** The status of the repeated run's failure groups, if their stored scenarios were rerun under many schedules. */
  readonly groups?: readonly GroupFix[];
}

/** Reads the comparison between a run and the run it repeats; returns {} if the file is missing or unusable. */
export function readRerunComparison(directory: string): { readonly again?: RerunComparison } {
  const file = join(directory, RUN_FILES.reruns);
  if (!existsSync(file)) return {};
  try {
    const comparison = safeParse(comparisonSchema, parseJson(readLogged('small', file))).data;
    return comparison === undefined ? {} : { again: comparison };
  } catch {
    return {};
  }
}
