/** Name of the scenario file in a failure folder. */
const SCENARIO_FILE = 'scenario.json';

/** Calls `onFile` with each scenario dropped anywhere on the page, either as a file or as a failure folder. */
export function listenForDrops(target: EventTarget, onFile: (file: File) => void): void {
  target.addEventListener('dragover', (event) => event.preventDefault());
  target.addEventListener('drop', async (event) => {
    event.preventDefault();
    const [item] = (event as DragEvent).dataTransfer?.items ?? [];
    const file = await findFile(item?.webkitGetAsEntry() ?? undefined, item?.getAsFile() ?? undefined);
    if (file !== undefined) onFile(file);
  });
}

/** Returns the dropped file, or the scenario in the dropped folder. */
function findFile(entry: FileSystemEntry | undefined, file: File | undefined): Promise<File | undefined> {
  if (entry?.isDirectory !== true) return Promise.resolve(file);
  return new Promise((resolve) => {
    (entry as FileSystemDirectoryEntry).getFile(
      SCENARIO_FILE,
      {},
      (fileEntry) => (fileEntry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
      () => resolve(undefined),
    );
  });
}
