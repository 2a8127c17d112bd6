/** /atlas/{fips}: what is missing in one county, over all kinds of business. */
import { Anchor, Button, Group, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import type { AtlasArea } from '@/shared/api/generated';
import { useGetAtlasAreaQuery } from '../atlas-api';
import { errorMessage, type ApiError } from '@/shared/api/api-error';
import { saveBlob } from '@/shared/api/download';
import { formatCounted, formatDollars, formatNumber } from '@/shared/lib/format';
import { mapVariables } from '@/shared/map/colors';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconDownload } from '@/shared/ui/icons';
import { PageHeader } from '@/shared/ui/PageHeader';
import { QueryState } from '@/shared/ui/QueryState';
import { kindsOf, together } from '../area';
import { countyCsv } from './county-file';
import { CountyMap } from './CountyMap';
import { KindTable } from './KindTable';
import classes from './County.module.css';

export function CountyPage() {
  const { fips = '' } = useParams();
  const query = useGetAtlasAreaQuery({ fips });
  const county = query.currentData;
  const isUnknown = (query.error as Partial<ApiError> | undefined)?.status === 404;
  return (
    <>
      <BackToMap fips={fips} state={county?.state} />
      {county === undefined ? <PageHeader /> : <CountyHeader county={county} />}
      <QueryState
        query={query}
        loading={{
          text: 'Loading county figures...',
          skeleton: <Skeleton h={440} radius="md" />,
        }}
        failure={
          isUnknown
            ? { title: 'No such county', message: () => `No county has the code ${fips}.`, retry: null }
            : { title: 'County figures could not be loaded', message: errorMessage }
        }
        minHeight={440}
      >
        {(answer) => <County county={answer} />}
      </QueryState>
    </>
  );
}

/** The question goes along: it was asked there, or is asked next. */
function BackToMap({ fips, state }: { fips: string; state: string | undefined }) {
  const [params] = useSearchParams();
  const kind = params.get('kind');
  return (
    <Anchor
      component={Link}
      to={paths.atlas({
        question: 'open',
        county: fips,
        ...(state === undefined ? {} : { state }),
        ...(kind === null ? {} : { kind }),
      })}
      size="sm"
      className={classes.back ?? ''}
    >
      Demand Map
    </Anchor>
  );
}

function CountyHeader({ county }: { county: AtlasArea }) {
  const { name, state, population, income, year } = county;
  const kinds = together(kindsOf(county)).length;
  const about = [
    `${formatNumber(population)} residents`,
    income == null ? null : `${formatDollars(income)} a head`,
    `${formatCounted(kinds, 'kind')}${year == null ? '' : `, ${year}`}`,
  ];
  return (
    <PageHeader
      title={`What is missing in ${name}, ${state}`}
      description={about.filter((part) => part !== null).join(' · ')}
    >
      <Group gap="xs" className={classes.tools ?? ''}>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            window.print();
          }}
        >
          Print
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon of={IconDownload} size={16} />}
          onClick={() => {
            saveBlob(new Blob([countyCsv(county)], { type: 'text/csv' }), `missing-in-${county.fips}.csv`);
          }}
        >
          CSV
        </Button>
      </Group>
    </PageHeader>
  );
}

function County({ county }: { county: AtlasArea }) {
  const kinds = together(kindsOf(county));
  const untold = kinds.filter(({ sureness }) => sureness === 'unknown').length;
  return (
    <div className={classes.page} style={mapVariables(useComputedColorScheme('light'))}>
      <KindTable county={county} kinds={kinds} />
      <aside className={classes.aside} aria-label="The county and its neighbors">
        <CountyMap fips={county.fips} neighbors={county.neighbors} />
        <Notes untold={untold} county={county} />
      </aside>
    </div>
  );
}

function Notes({ untold, county }: { untold: number; county: AtlasArea }) {
  const reasons = [...new Set(county.missing.map(({ reason }) => reason))];
  return (
    <div role="note" className={classes.notes}>
      {untold === 0 ? null : <Text size="sm">{formatCounted(untold, 'kind')} can&apos;t be told here.</Text>}
      {reasons.map((reason) => (
        <Text key={reason} size="sm">
          {reason} {leftOut(reason, county.missing.filter((each) => each.reason === reason).length)}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {county.sources.map(({ title, vintage }) => `${title}, ${vintage}`).join(' · ')}
      </Text>
    </div>
  );
}

function leftOut(reason: string, kinds: number): string {
  const [one, many] = reason.includes(' published for ')
    ? ['kind that needs it is', 'kinds that need it are']
    : ['kind is', 'kinds are'];
  return `${formatCounted(kinds, one, many)} left out.`;
}
