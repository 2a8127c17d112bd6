import { useListFieldsQuery } from '@/shared/api/api';
import { fieldBook, type FieldBook } from './field-book';

export interface Fields {
  /** Null while it loads, and where it could not be loaded: screens then go on without it. */
  book: FieldBook | null;
  loading: boolean;
  failed: boolean;
}

/** The descriptions of all fields; asked once and kept. */
export function useFields(): Fields {
  const { data, isLoading, isError } = useListFieldsQuery();
  return { book: data === undefined ? null : fieldBook(data), loading: isLoading, failed: isError };
}
