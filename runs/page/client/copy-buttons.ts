/**
 * Copies the command next to a clicked button. Selects it instead if clipboard access fails, as on pages opened
 * from disk.
 */
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
  if (button === null) return;
  const line = button.dataset.copy ?? '';
  const copied = await copyText(line);
  button.textContent = copied ? 'Copied' : 'Select it';
  if (!copied) selectNext(button);
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
});

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Selects the command next to a button, ready for the copy key. */
function selectNext(button: HTMLButtonElement): void {
  const line = button.parentElement?.querySelector('code');
  if (line) getSelection()?.selectAllChildren(line);
}

export {};
