import { defineSuite, type Scenario, scenarios } from 'pops-testbench/stimulus';

/** A suite in which ids wrap every few waves: `pops-tb run docs/examples/small-ids.suite.ts`. */
export default defineSuite({
  text: 'small id spaces, with slow stores',
  count: 100,
  knobs: { idWrap: 7, idWindow: { oneOf: [3, 4] }, storeLatency: [200, 2000] },
  within: { primitives: [2, 60] },
  sequences: [
    {
      name: 'one_packer',
      text: 'all waves use the same packer',
      chips: ['navi21'],
      scenario: scenarios.ordered_log({ chips: ['navi21'], knobs: { packers: 1, idWrap: 7, idWindow: 3 } }),
    },
  ],
  tests: [
    {
      sequence: 'rmw_buffer',
      weight: 3,
      within: { scenes: ['returning', 'id-burst', 'repeated', 'hot-pixels'] },
    },
    { sequence: 'one_packer', where: ({ draws }: Scenario) => draws.length > 1 },
  ],
});
