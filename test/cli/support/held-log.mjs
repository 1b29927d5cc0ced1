// Preloaded into a command under test to make it wait for the test after each write to its run's log.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const POLL_MS = 2;
const { appendFileSync, readFileSync, statSync } = fs;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

/** Returns the log size that the test has seen, or infinity once the test has acted. */
function readSeenSize() {
  return Number(readFileSync(process.env.HELD_LOG_SEEN, 'utf8'));
}

fs.appendFileSync = (file, ...rest) => {
  appendFileSync(file, ...rest);
  if (!String(file).endsWith('events.msgpack')) return;
  const { size } = statSync(file);
  while (readSeenSize() < size) Atomics.wait(sleeping, 0, 0, POLL_MS);
};
syncBuiltinESMExports();
