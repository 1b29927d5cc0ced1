import type { Bucket } from '../../harness/run-directory/index.js';
import { isOwnId } from '../../transactions/index.js';
import { type FiredError, isError, ruleOf } from '../groups/one-bug-rules.js';

/** Numbers of failing tests by name. */
export type Counts = ReadonlyMap<string, number>;

/** What one bug's failing tests show. */
export interface Print {
  readonly tests: number;
  /** Tests in which an error fired, and tests it caused, by rule and unit. */
  readonly fired: Counts;
  readonly caused: Counts;
  /** Tests by generation and by program. */
  readonly generations: Counts;
  readonly programs: Counts;
}

/** The print of these buckets' failures; `isOwn` filters out errors of other bugs. */
export function printOf(
  buckets: Iterable<Pick<Bucket, 'signature' | 'causes'>>,
  isOwn: (error: FiredError) => boolean = () => true,
): Print {
  const [fired, caused, generations, programs] = [counter(), counter(), counter(), counter()];
  let tests = 0;
  for (const { signature, causes } of buckets) {
    const [, , generation = '', program = ''] = signature.split(' ');
    for (const [text, count] of causes) {
      const errors = text.split(', ').filter((error) => isProjectRule(error) && isOwn(error));
      const [cause] = errors;
      if (cause === undefined) continue;
      tests += count;
      add(caused, cause, count);
      for (const error of errors) add(fired, error, count);
      add(generations, generation, count);
      add(programs, program.split('/', 1)[0]!, count);
    }
  }
  return { tests, fired, caused, generations, programs };
}

/** Whether an error is by a rule of the project, not of a user: users' rules never judged the library's faults. */
export function isProjectRule(error: FiredError): boolean {
  return isError(error) && !isOwnId(ruleOf(error));
}

const counter = (): Map<string, number> => new Map();

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
