import { runStory } from '../../../timeline/index.js';
import type { Transaction } from '../../../transactions/index.js';
import type { ViewerData } from '../viewer-data.js';
import { listenToControls } from './controls.js';
import { linkSelection } from './deep-link.js';
import { byId, el } from './dom.js';
import { showEvents, showSteps } from './lists.js';
import { showCaches, showMemory } from './memory-views.js';
import { showScreen } from './screen-view.js';
import { TimelineCanvas } from './timeline-canvas.js';
import { listenToTimeline } from './timeline-input.js';
import { ViewerState } from './viewer-state.js';
import { showWave } from './wave-views.js';

/** The stream, which the page has as gzip of JSON Lines in base64. */
async function readStream(): Promise<Transaction[]> {
  const packed = Uint8Array.from(atob(byId('run-stream').textContent ?? ''), (char) => char.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const text = await new Response(unpacked).text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function start(): Promise<void> {
  const data: ViewerData = JSON.parse(byId('run-data').textContent ?? '');
  const state = new ViewerState(runStory(data.scenario, await readStream()), data);
  const timeline = new TimelineCanvas(state);
  listenToTimeline(timeline, state);
  listenToControls(state, timeline);
  showSteps(state);
  showWave(state);
  showScreen(state);
  showMemory(state);
  showCaches(state);
  showEvents(state);
  linkSelection(state);
  document.body.dataset.ready = 'true';
}

start().catch((error: Error) => {
  document.body.prepend(el('p', { class: 'bad', role: 'alert' }, `Cannot show this run: ${error.message}`));
});
