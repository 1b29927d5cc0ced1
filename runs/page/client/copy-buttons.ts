/**
 * Copies the command next to a clicked button. If clipboard access fails, as it does on pages opened from disk, selects
 * the command instead.
 */
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null;
  if (button === null) return;
  const line = button.dataset.copy ?? '';
  const copied = await copyText(line);
  button.textContent = copied ? 'Copied' : 'Selected';
  if (!copied) selectCommand(button);
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

function selectCommand(button: HTMLButtonElement): void {
  const line = button.parentElement?.querySelector('code');
  if (line) getSelection()?.selectAllChildren(line);
}

export {};
