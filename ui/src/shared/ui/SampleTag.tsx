import { Tag } from './Tag';

/** Marks fictional rows wherever they show. */
export function SampleTag() {
  return <Tag tone="sample">Sample data</Tag>;
}
