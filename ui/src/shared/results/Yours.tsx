import { Tag } from '@/shared/ui/Tag';

/** Whether a row is on the user's list of customers. */
export function isYours({ yours }: { yours?: unknown }): boolean {
  return yours === true;
}

export function YoursTag() {
  return <Tag tone="violet">yours</Tag>;
}
