import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { natural, RUN_FILES } from '../../base/basics/index.js';
import { eachOf, parseJson, safeParse, visibleLine } from '../../transactions/index.js';
import { isTestId } from '../selection/test-name.js';
import { readLogged } from './logged-files.js';

const againSchema = z.strictObject({
  runId: z.string().max(1000).transform(visibleLine),
  tests: natural,
  stored: natural,
  different: eachOf(z.string().refine(isTestId)),
  unknown: natural,
});

/** Whether the tests of a run that repeats another one are those of that run. */
export interface Again {
  /** The run that it repeats. */
  readonly runId: string;
  readonly tests: number;
  /** Tests that ran from the scenario that the other run stored. */
  readonly stored: number;
  /** Ids of generated tests whose scenario is another one than in that run. */
  readonly different: readonly string[];
  /** Generated tests of which that run does not say what they were. */
  readonly unknown: number;
}

/** What a run says of the tests of the run that it repeats, where it has that and it can be used. */
export function readAgain(directory: string): { readonly again?: Again } {
  const file = join(directory, RUN_FILES.again);
  if (!existsSync(file)) return {};
  try {
    const again = safeParse(againSchema, parseJson(readLogged('small', file))).data;
    return again === undefined ? {} : { again };
  } catch {
    return {};
  }
}
