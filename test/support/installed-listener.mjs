import { Console } from 'node:console';
import { pathToFileURL } from 'node:url';

// Runs in a user's project: receives the installed package's commands as messages, and returns their output.
const [program] = process.argv.slice(2);
const { runProgram } = await import(pathToFileURL(program).href);
globalThis.console = new Console(process.stderr, process.stderr);

const printed = { stdout: '', stderr: '' };
for (const stream of ['stdout', 'stderr'])
  process[stream].write = (text) => {
    printed[stream] += text;
    return true;
  };

process.on('message', async (words) => {
  Object.assign(printed, { stdout: '', stderr: '' });
  const code = await runProgram(words);
  process.send({ code, ...printed });
});

// Without the tests there is nothing to do.
process.on('disconnect', () => process.exit());
