/** Copies the line next to a pressed button. This also works on pages opened from disk, where clipboard access may fail. */
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

/** Selects the line next to a button, so that the copy key copies it. */
function selectNext(button: HTMLButtonElement): void {
  const line = button.parentElement?.querySelector('code');
  if (line) getSelection()?.selectAllChildren(line);
}

export {};
