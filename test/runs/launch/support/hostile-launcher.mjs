// A launcher for tests: `node hostile-launcher.mjs KIND FOLDER WORKER…`. It records each start in FOLDER and
// relays frames between the run and the worker, altered according to its fault.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [, , launcherKind, folder, ...worker] = process.argv;
mkdtempSync(join(folder, 'start-'));
/** The 0-based index of this start of the launcher. */
const start = readdirSync(folder).length - 1;
/** The faults of successive starts; later starts have none. `noisy` applies to every start. */
const FAULTS = ['damages', 'lies', 'dies', 'drops', 'hangs'];
const fault = launcherKind === 'noisy' ? launcherKind : (FAULTS[start] ?? 'none');

const child = spawn(worker[0], worker.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
child.on('close', (code) => process.exit(code ?? 1));
const sendToRun = (line) => process.stdout.write(`${line}\n`);
const sendToWorker = (line) => child.stdin.write(`${line}\n`);
const isAnswer = (line) => / answer /.test(line);
const DELAY_MS = 100;
let answers = 0;
let previousBody;

function withPreviousBody(line) {
  const [mark, kind, number] = line.split(' ');
  const body = previousBody;
  previousBody = line.split(' ')[4];
  if (body === undefined) return line;
  const sum = createHash('sha256').update(`${kind} ${number} ${body}`).digest('hex').slice(0, 16);
  return [mark, kind, number, sum, body].join(' ');
}

/** How each fault handles a line from the worker. */
const HANDLERS = {
  none: sendToRun,
  // Prints text around the line, and resends answers after a delay.
  noisy: (line) => {
    process.stdout.write('a line of its own\nand text before a frame: \n');
    sendToRun(line);
    if (isAnswer(line)) setTimeout(sendToRun, DELAY_MS, line);
    process.stdout.write('\x1b[31m');
  },
  drops: (line) => (isAnswer(line) && ++answers === 2 ? undefined : sendToRun(line)),
  dies: (line) => (isAnswer(line) && ++answers === 2 ? child.kill('SIGKILL') : sendToRun(line)),
  hangs: (line) => (isAnswer(line) && ++answers === 2 ? child.kill('SIGSTOP') : sendToRun(line)),
  damages: (line) => sendToRun(isAnswer(line) && ++answers === 2 ? line.replace(/.$/, '') : line),
  lies: (line) => sendToRun(isAnswer(line) ? withPreviousBody(line) : line),
};

if (fault === 'noisy')
  process.stdout.write('Last login: Thu\r\n\x1b[1mWelcome\x1b[0m\r\npops-tb-frame of the day\r\n> ');
createInterface({ input: child.stdout }).on('line', (line) => {
  if (line !== '') HANDLERS[fault](line);
  else process.stdout.write('\n');
});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    sendToWorker(line);
    if (fault === 'noisy') setTimeout(sendToWorker, DELAY_MS, line);
  })
  .on('close', () => {
    child.kill('SIGCONT');
    child.stdin.end();
  });
process.on('SIGTERM', () => child.kill('SIGKILL'));
