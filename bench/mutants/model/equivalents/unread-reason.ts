import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../regression/index.js';
import type { ModelMutant } from '../mutants.js';
import { modelFiles, mutableFiles, readModule } from '../units.js';
import { unreadAround, unreadNames } from './unread.js';

/** The room that uses the model, without its searches. */
const USERS = join(packageRoot(), 'dist', 'regression');
const SEARCHES = 'explore';

/** Checks of the units for statements about structure read the device too. */
const STRUCTURE = 'structure';

let names: ReadonlySet<string> | undefined;

/** The reason why a mutant makes no difference where nothing in the device reads what it changes; undefined where something may. */
export function unreadReason({ file, place }: ModelMutant): string | undefined {
  names ??= unreadNames(
    modelFiles()
      .filter((each) => each === STRUCTURE || mutableFiles().includes(each))
      .map(readModule),
    wordsOfUsers(),
  );
  const name = unreadAround(place, readModule(file), names);
  return name === undefined
    ? undefined
    : `Nothing in the device reads ${name}: only assertions, searches or tables of faults do.`;
}

function wordsOfUsers(): ReadonlySet<string> {
  const files = readdirSync(USERS, { recursive: true, encoding: 'utf8' });
  const used = files.filter((file) => file.endsWith('.js') && !file.startsWith(SEARCHES));
  return new Set(
    used.flatMap((file) => readFileSync(join(USERS, file), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []),
  );
}
