// Prints the code generated for instructions and coverpoints as JSON: for each, its parameter names, then its body.
const sources = new Map();
const generated = /^'use strict'; \/\/ |^return \(\) => \{\nconst v0/;
globalThis.Function = new Proxy(Function, {
  construct(target, parameters) {
    const body = parameters.at(-1);
    if (generated.test(body)) sources.set(body.replace(/#\d+/, ''), parameters);
    return new target(...parameters);
  },
});

const importBuilt = (path) => import(new URL(`../../../../dist/${path}`, import.meta.url));
const { createCollector } = await importBuilt('coverage/index.js');
const { generateTest, runScenarioTest } = await importBuilt('harness/one-test/index.js');
const { openCorpus } = await importBuilt('harness/programs/index.js');
const { findSequence, NO_OVERRIDES } = await importBuilt('harness/selection/index.js');

const sequence = findSequence('generated');
const corpus = openCorpus();
createCollector('texts');
for (const [i, chip] of ['vega20', 'navi10', 'navi21', 'navi31', 'strix', 'navi48'].entries()) {
  const overrides = { ...NO_OVERRIDES, chips: [chip] };
  for (const seed of [`0x${i + 1}`, `0x${i + 11}`])
    runScenarioTest(generateTest({ sequence, seed, overrides, corpus }));
}
process.stdout.write(JSON.stringify([...sources.values()]));
