import { describe, expect, it } from 'vitest';
import { problems } from './licences';

describe('licences of what is shipped', () => {
  it('those that are allowed are, and combined ones where all of what they ask for is', () => {
    const list = [
      '# Licenses',
      '## a - 1.0.0 (MIT)',
      'text',
      '## @b/c - 2.1.0 (MIT AND ISC)',
      '## d - 3.0.0 (GPL-3.0 OR MIT)',
    ];
    expect(problems(list.join('\n'))).toEqual([]);
  });

  it('others end the build, and so does a package without one or a list without packages', () => {
    const list = [
      '## a - 1.0.0 (GPL-3.0)',
      '## b - 2.0.0',
      '## c - 3.0.0 (SEE LICENSE IN x)',
      '## d - 4.0.0 (MIT AND GPL-3.0)',
    ];
    expect(problems(list.join('\n'))).toEqual([
      'a 1.0.0: GPL-3.0 is not allowed.',
      'b 2.0.0: no licence is named.',
      'c 3.0.0: SEE LICENSE IN x is not allowed.',
      'd 4.0.0: MIT AND GPL-3.0 is not allowed.',
    ]);
    expect(problems('# Licenses')).toEqual(['The list of licences is empty.']);
  });

  it('an exception is for the package and the licence that it names', () => {
    expect(problems('## react-leaflet - 5.0.0 (Hippocratic-2.1)')).toEqual([]);
    expect(problems('## react-leaflet - 6.0.0 (Hippocratic-3.0)')).toHaveLength(1);
    expect(problems('## other - 1.0.0 (Hippocratic-2.1)')).toHaveLength(1);
  });
});
