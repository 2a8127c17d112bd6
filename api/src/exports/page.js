const table = document.querySelector('table');
const body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];

for (const head of heads) {
  head.firstElementChild.addEventListener('click', () => {
    const descending = head.getAttribute('aria-sort') === 'ascending';
    const isNumber = 'number' in head.dataset;
    const valueOf = (row) => {
      const text = row.cells[head.cellIndex].textContent;
      return isNumber && text !== '' ? Number(text.replaceAll(',', '')) : text;
    };
    const compare = (a, b) => (isNumber ? a - b : a.localeCompare(b, undefined, { numeric: true }));
    const rows = [...body.rows].map((row) => [valueOf(row), row]);
    rows.sort(([a], [b]) => {
      // What is absent comes last, whichever way.
      if (a === '' || b === '') return (a === '') - (b === '');
      return descending ? compare(b, a) : compare(a, b);
    });
    body.append(...rows.map(([, row]) => row));
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
  });
}

document.querySelector('#find').addEventListener('input', (event) => {
  const wanted = event.target.value.trim().toLowerCase();
  let found = 0;
  for (const row of body.rows) {
    row.hidden = !row.textContent.toLowerCase().includes(wanted);
    if (!row.hidden) found += 1;
  }
  document.querySelector('#found').textContent = wanted === '' ? '' : `${found} found`;
});

for (const box of document.querySelectorAll('input[type=checkbox]')) {
  box.checked = false;
  box.addEventListener('change', () => table.classList.toggle(`show-${box.value}`, box.checked));
}
