// Preloaded into a command under test. Pauses it after each write to the run's log until the test has read the log.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const POLL_MS = 2;
const { appendFileSync, readFileSync, statSync } = fs;
const sleepBuffer = new Int32Array(new SharedArrayBuffer(4));

/** Returns the log size that the test has seen, or infinity once the command may run freely. */
function readSeenSize() {
  return Number(readFileSync(process.env.HELD_LOG_SEEN, 'utf8'));
}

fs.appendFileSync = (file, ...rest) => {
  appendFileSync(file, ...rest);
  if (!String(file).endsWith('events.msgpack')) return;
  const { size } = statSync(file);
  while (readSeenSize() < size) Atomics.wait(sleepBuffer, 0, 0, POLL_MS);
};
syncBuiltinESMExports();
