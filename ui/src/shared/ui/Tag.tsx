import type { ReactNode } from 'react';
import classes from './Tag.module.css';

export type TagTone =
  'neutral' | 'good' | 'warning' | 'bad' | 'brand' | 'info' | 'violet' | 'orange' | 'sample';

interface TagProps {
  tone: TagTone;
  children: ReactNode;
  /** An extra class, such as a badge's state. */
  className?: string;
}

/** A small label. Its colors keep 4.5:1 in both schemes; Mantine's light badge does not. */
export function Tag({ tone, children, className = '' }: TagProps) {
  return (
    <span className={`${classes.tag ?? ''} ${className}`} data-tone={tone}>
      {children}
    </span>
  );
}

/** Marks fictional rows wherever they appear. */
export function SampleTag() {
  return <Tag tone="sample">Sample data</Tag>;
}
