const DELAY_MS = 100;

/** Makes each filter above a table hide the rows that do not match. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-filters]')) {
  const body = document.querySelector(`#${form.dataset.filters} tbody`);
  if (body !== null) applyFilter(form, Array.from(body.querySelectorAll('tr')));
}

function applyFilter(form: HTMLFormElement, rows: readonly HTMLTableRowElement[]): void {
  const search = form.elements.namedItem('words') as HTMLInputElement;
  const choice = form.elements.namedItem('kind') as HTMLSelectElement;
  const output = form.querySelector('output')!;
  const texts = rows.map((row) => (row.textContent ?? '').toLowerCase());
  const show = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      const hasKind = choice.value === 'all' || (row.dataset.kinds ?? '').split(' ').includes(choice.value);
      row.hidden = !hasKind || !words.every((word) => texts[i]!.includes(word));
      if (!row.hidden) shown++;
    });
    output.textContent = `${shown.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')}`;
  };
  let timer: number | undefined;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, DELAY_MS);
  });
  choice.addEventListener('change', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  show();
}

export {};
