import { expect, it } from 'vitest';
import { csvText } from './csv';

it('quotes what needs it, leaves numbers alone, and keeps text from being a formula', () => {
  expect(
    csvText([
      ['a', null, -1.5],
      ['one, two', 'say "hi"', 'two\nlines'],
      ['=1+1', '  @SUM(A1)', '＝1'],
    ]),
  ).toBe(`a,,-1.5\r\n"one, two","say ""hi""","two\nlines"\r\n'=1+1,'  @SUM(A1),'＝1\r\n`);
});
