// Preloaded by a command under test: after each write to the log of its run it waits until the test lets it go on.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const LOOK_MS = 2;
const { appendFileSync, readFileSync, statSync } = fs;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

/** Size up to which the test has seen the log; above all sizes once it has acted. */
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
