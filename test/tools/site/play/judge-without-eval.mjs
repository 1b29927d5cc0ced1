// Runs tests in the playground page's worker. Usage:
// node --disallow-code-generation-from-strings judge-without-eval.mjs PAGE TESTS.json
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';

const [, , page, tests] = process.argv;
const html = readFileSync(page, 'utf8');
const readData = (id) => Buffer.from(new RegExp(`id="${id}">([^<]*)<`).exec(html)[1], 'base64');

// Node reads blobs only asynchronously, so a script's blob keeps its text.
const texts = new Map();
URL.createObjectURL = (blob) => blob.url;
class ScriptBlob extends Blob {
  constructor(parts, options) {
    super(parts, options);
    this.url = `blob:${texts.size}`;
    texts.set(this.url, parts[0]);
  }
}
globalThis.Blob = ScriptBlob;

let resolveReply;
let send;
Object.assign(globalThis, { importScripts: (url) => runInThisContext(texts.get(url)) });
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
