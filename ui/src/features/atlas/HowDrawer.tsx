/** How the map is computed: its formula, this kind's constants, its sources, what it cannot see, one county by hand. */
import { Drawer, Text, Title } from '@mantine/core';
import { usePhone } from '@/shared/ui/use-phone';
import { BLIND_TO, constantsOf, exampleOf, FORMULA, stepsOf } from './formula';
import { fullName } from './listed';
import type { Loaded } from './use-atlas';
import classes from './Atlas.module.css';

interface HowDrawerProps {
  opened: boolean;
  onClose: () => void;
  loaded: Loaded | undefined;
  /** The county whose popup is open. */
  selected: string | null;
}

const WIDTH_PX = 560;

export function HowDrawer({ opened, onClose, loaded, selected }: HowDrawerProps) {
  const phone = usePhone();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={phone ? '100%' : WIDTH_PX}
      title="How this is computed"
      zIndex="var(--da-layer-dialog)"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: classes.howTitle ?? '' }}
    >
      <div className={classes.how}>
        <Formula />
        {loaded === undefined ? null : <Kind loaded={loaded} selected={selected} />}
        <Title order={3} size="h4">
          What it cannot see
        </Title>
        <ul>
          {BLIND_TO.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </Drawer>
  );
}

function Formula() {
  return (
    <>
      <Text size="sm">
        Each county&apos;s businesses are counted, and compared with how many a place of such people, incomes
        and density usually has. What a small number cannot tell is said.
      </Text>
      <Title order={3} size="h4">
        Formula
      </Title>
      <ol>
        {FORMULA.map(({ text, says }) => (
          <li key={text}>
            <code>{text}</code>
            <Text size="sm">{says}</Text>
          </li>
        ))}
      </ol>
    </>
  );
}

function Kind({ loaded, selected }: { loaded: Loaded; selected: string | null }) {
  const { answer, sources, areas } = loaded;
  const constants = constantsOf(answer);
  const example = answer === null ? undefined : exampleOf(areas, selected);
  return (
    <>
      {constants.length === 0 ? null : (
        <>
          <Title order={3} size="h4">
            {answer?.title}: constants
          </Title>
          <dl className={classes.constants}>
            {constants.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <Sources sources={sources} />
      {example === undefined || answer === null ? null : (
        <>
          <Title order={3} size="h4">
            {fullName(example)} by hand
          </Title>
          <ol>
            {stepsOf(example, answer).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

export function Sources({ sources }: Pick<Loaded, 'sources'>) {
  return (
    <>
      <Title order={3} size="h4">
        Sources
      </Title>
      <ul>
        {sources.map(({ title, vintage, publisher, licence, what }) => (
          <li key={`${title} ${vintage} ${what}`}>
            {title}, {publisher}, {vintage}: {what}. {licence}
          </li>
        ))}
      </ul>
    </>
  );
}
