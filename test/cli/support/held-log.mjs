// Preloaded by a command under test: after each write to its run's log it waits for the test.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const LOOK_MS = 2;
const { appendFileSync, readFileSync, statSync } = fs;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

/** Log size seen by the test; infinite once it has acted. */
function seenSize() {
  return Number(readFileSync(process.env.HELD_LOG_SEEN, 'utf8'));
}

fs.appendFileSync = (file, ...rest) => {
  appendFileSync(file, ...rest);
  if (!String(file).endsWith('events.msgpack')) return;
  const { size } = statSync(file);
  while (seenSize() < size) Atomics.wait(sleeping, 0, 0, LOOK_MS);
};
syncBuiltinESMExports();
