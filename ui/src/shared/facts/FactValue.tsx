import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Sources } from '@/shared/api/generated';
import { explainFact, whyAbsent } from './explain-fact';
import type { FieldBook } from './field-book';
import { formatFact } from './format-fact';
import { isAbsent, readFact, type FactRow } from './read-fact';
import { plainText, shownFact } from './shown-fact';
import { Source, SourcedValue } from './SourcedValue';

interface FactValueProps {
  row: FactRow;
  name: string;
  book: FieldBook | null;
  /** The sources in the answer that the row came in. */
  answer: Sources | null;
  /** In a table the head has the unit, and an absent value takes no room. */
  inTable?: boolean;
  /** Replaces the value where there is one, for example with a drawing of it. */
  children?: ReactNode;
}

const NOT_AVAILABLE = 'Not available';
const ABSENT_IN_TABLE = '–';

/** A fact's value; hover, tap or Enter shows where it comes from, or why it is absent. */
export function FactValue(props: FactValueProps) {
  const { row, name, book, inTable = false, children } = props;
  const field = book?.find(name);
  const shown = field ?? { format: 'text' as const };
  const value = inTable ? readFact(row, name) : shownFact(row, name, book);
  const text = formatFact(shown, value, { unitInHead: inTable });
  return (
    <SourcedValue
      label={field?.label ?? name}
      absent={text === null}
      heard={text === null && inTable ? NOT_AVAILABLE : undefined}
      explain={() => <Explanation {...props} />}
    >
      {text === null ? (inTable ? ABSENT_IN_TABLE : NOT_AVAILABLE) : (children ?? text)}
    </SourcedValue>
  );
}

function Explanation({ row, name, book, answer }: FactValueProps) {
  const value = readFact(row, name);
  const hidden = isAbsent(shownFact(row, name, book)) ? plainText(value) : null;
  return (
    <>
      {hidden === null ? null : <Text size="sm">{`Its source says “${hidden}”, which is not shown.`}</Text>}
      {isAbsent(value) ? (
        <Text size="sm">{whyAbsent(row, book?.find(name), answer)}</Text>
      ) : (
        <Source about={explainFact(row, name, book, answer)} />
      )}
    </>
  );
}
