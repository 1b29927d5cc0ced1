import { SourceGraph } from '../../../tools/tiers/source-graph.js';

/** A small repository: two commands, a page, shared text, and three tests. */
const FILES: Readonly<Record<string, string>> = {
  'cli/commands.ts': `[{ name: 'run', load: () => import('../runs/run-command.js') },
    { name: 'check', load: () => import('../intake/check-command.js') }]`,
  'cli/program.ts': "import { COMMANDS } from './commands.js';",
  'runs/run-command.ts':
    "import { bold } from '../base/index.js';\nconst file = builtFile('runs/worker.js');",
  'runs/worker.ts': 'export const task = 1;',
  'intake/check-command.ts': "import type { Row } from '../base/index.js';\nimport '../intake/rows.js';",
  'intake/rows.ts': "readJson('rows.json'); // see 'runs/worker.ts'",
  'base/index.ts': "export { bold } from './colours.js';\nexport * from './rows.js';",
  'base/colours.ts': 'export const bold = 1;',
  'base/rows.ts': 'export function parseRow() {}',
  'data/rows.json': '[]',
  'test/support/cli.ts':
    "import { runProgram } from '../../cli/program.js';\nexport const callCli = () => runProgram();",
  'test/run.conform.ts': "import { callCli } from './support/cli.js';\ncallCli('run smoke --count 1');",
  'test/check.conform.ts': "import { callCli } from './support/cli.js';\ncallCli(['check', file]);",
  'test/any.conform.ts': "import { callCli } from './support/cli.js';\ncallCli(args);",
  'test/rows.conform.ts': "import { parseRow } from '../base/index.js';",
};
const graph = new SourceGraph(Object.keys(FILES), (path) => FILES[path]!);

const reach = (test: string): string[] =>
  [...graph.measureDistances(`test/${test}.conform.ts`).keys()]
    .filter((file) => !file.startsWith('test/'))
    .sort();

it('reaches only the commands that a test names, and the threads and shared modules that they use', () => {
  expect(reach('run')).toEqual([
    'base/colours.ts',
    'cli/commands.ts',
    'cli/program.ts',
    'runs/run-command.ts',
    'runs/worker.ts',
  ]);
});

it('reaches data by its name, but no types and nothing that a comment names', () => {
  expect(reach('check')).toEqual([
    'cli/commands.ts',
    'cli/program.ts',
    'data/rows.json',
    'intake/check-command.ts',
    'intake/rows.ts',
  ]);
});

it('reaches every command if a test names none', () => {
  expect(reach('any')).toEqual(expect.arrayContaining(['runs/run-command.ts', 'intake/check-command.ts']));
});

it('reaches through an index only the module that exports the name', () => {
  expect(reach('rows')).toEqual(['base/rows.ts']);
});

it('counts steps', () => {
  const distances = graph.measureDistances('test/run.conform.ts');
  const files = ['test/run.conform.ts', 'runs/run-command.ts', 'base/colours.ts'];
  expect(files.map((file) => distances.get(file))).toEqual([0, 1, 2]);
});
