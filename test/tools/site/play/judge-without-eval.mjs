// Runs tests in the playground page's worker. Usage:
// node --disallow-code-generation-from-strings judge-without-eval.mjs PAGE TESTS.json
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';

const [, , page, tests] = process.argv;
const html = readFileSync(page, 'utf8');
const readData = (id) => Buffer.from(new RegExp(`id="${id}">([^<]*)<`).exec(html)[1], 'base64');

let resolveReply;
let send;
globalThis.self = {
  addEventListener: (_, listener) => {
    send = listener;
  },
  postMessage: (data) => resolveReply(data),
};
const request = (data) =>
  new Promise((resolve) => {
    resolveReply = resolve;
    void send({ data });
  });

runInThisContext(gunzipSync(readData('worker-code')).toString());
await request({ viewer: '', corpus: new Uint8Array(readData('corpus-data')) });
const results = [];
for (const test of JSON.parse(readFileSync(tests, 'utf8'))) results.push(await request(test));
process.stdout.write(JSON.stringify(results));
