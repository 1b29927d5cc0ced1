import { Console } from 'node:console';
import { pathToFileURL } from 'node:url';

// Runs in a user's project. Receives commands for the installed package as messages and replies with their output.
const [program] = process.argv.slice(2);
const { runProgram } = await import(pathToFileURL(program).href);
globalThis.console = new Console(process.stderr, process.stderr);

const output = { stdout: '', stderr: '' };
for (const stream of ['stdout', 'stderr'])
  process[stream].write = (text) => {
    output[stream] += text;
    return true;
  };

process.on('message', async (args) => {
  Object.assign(output, { stdout: '', stderr: '' });
  const code = await runProgram(args);
  process.send({ code, ...output });
});

// Exit once the test process has disconnected.
process.on('disconnect', () => process.exit());
