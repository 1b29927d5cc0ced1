import { shareOut } from '../../../tools/bench/rule-costs.js';

it('gives each sample to the rule, ledger, covergroup or room that it was spent for', () => {
  const file = (path: string): string => `file:///dist/${path}`;
  const stack: readonly (readonly [string, string])[] = [
    ['(root)', ''],
    ['runWorkload', file('tools/bench/workload.js')],
    ['dispatch', file('rtl-model/device.js')],
    ['send', file('checkers/evidence/basics/dispatch.js')],
    ['rule_ORD_03', ''],
    ['run', file('checkers/evidence/reference/sequential-reference.js')],
  ];
  const nodes = stack.map(([functionName, url], i) => ({
    id: i + 1,
    callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
    children: i === 3 ? [5, 7] : i + 1 < stack.length ? [i + 2] : [],
  }));
  const ledger = { ...nodes[5]!.callFrame, url: file('checkers/evidence/ledger/waves.js') };
  const collected = { ...nodes[0]!.callFrame, functionName: '(garbage collector)' };
  nodes[0]!.children.push(8);
  nodes.push({ id: 7, callFrame: ledger, children: [] }, { id: 8, callFrame: collected, children: [] });
  const profile = { nodes, samples: [3, 4, 6, 6, 6, 7, 7, 8], startTime: 0, endTime: 1 };
  expect(Object.fromEntries([...shareOut(profile)].filter(([, share]) => share > 0))).toEqual({
    'rtl-model': 1 / 8,
    'scoreboards dispatch': 1 / 8,
    'ORD-03': 3 / 8,
    'ledger waves': 2 / 8,
    '(garbage collector)': 1 / 8,
  });
});
