import { describe, expect, it } from 'vitest';
import type { FieldsBody } from '@/shared/api/generated';
import { field, fieldsBody } from '@/shared/testing/fakes';
import { fieldBook } from './field-book';

const other = field({ key: 'other', label: 'Other', aliases: ['median_income_tract'], group: 'politics' });
const body = fieldsBody([other, field()]) satisfies FieldsBody;
const book = fieldBook(body);

describe('the field book', () => {
  it('finds a field by its key, never by what another one is called too', () => {
    expect(book.find('median_income_tract')?.key).toBe('median_income_tract');
    expect(book.find('Median Household Income (Tract)')).toBeUndefined();
  });

  it('knows groups and tables; a group without a heading keeps its key', () => {
    expect(book.groupLabel(field())).toBe('Neighborhood Demographics');
    expect(book.groupLabel(other)).toBe('politics');
    expect(book.table('acs')?.publisher).toBe('US Census Bureau');
  });

  it('is one for one answer', () => {
    expect(fieldBook(body)).toBe(book);
  });
});
