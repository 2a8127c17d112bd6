import { describe, expect, it } from 'vitest';
import { csvText, escapedFormula, fileStem } from './csv';

describe('CSV', () => {
  it.each([
    '=1+1',
    "+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '＝1+1',
    '＋cmd',
    '－cmd',
    '＠SUM(A1)',
    '  =1+1',
    '-inf',
    '+A1',
    '+1 x=1',
    '-1e999',
  ])('RES-03: %j becomes text', (formula) => {
    expect(escapedFormula(formula)).toBe(`'${formula}`);
  });

  it.each([
    '-122.67',
    '-1.5e-7',
    '-1,234.50',
    '-5%',
    '-$3.00',
    '+1 (503) 555-0101',
    '+15035550101',
    '+1 503 555 0101 x12',
    '+1 503 555 0101 ext. 12',
    '5032287605',
    '3.5',
    'A-1',
    'Example = Bakery',
    '',
    ' ',
    '-',
    '--',
    "'quoted'",
  ])('RES-03: %j stays', (plain) => {
    expect(escapedFormula(plain)).toBe(plain);
  });

  it('RES-03: what has a comma, a quote or a line break is quoted', () => {
    expect(
      csvText([
        ['A "B", C', 'two\nlines'],
        ['', 'plain'],
      ]),
    ).toBe('\ufeff"A ""B"", C","two\nlines"\n,plain\n');
  });

  it.each([
    ['Alder & Sons, Inc.', 'Alder-Sons-Inc'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<img src=x onerror=alert(1)>', 'img-src-x-onerror-alert-1'],
    ['\u202egpj.exe', 'gpj-exe'],
    ['Café Ørsted', 'Café-Ørsted'],
    ['🍺', 'business'],
    ['', 'business'],
    ['a'.repeat(200), 'a'.repeat(60)],
  ])('RES-03: a file of %j is named %s', (name, stem) => {
    expect(fileStem(name)).toBe(stem);
  });
});
