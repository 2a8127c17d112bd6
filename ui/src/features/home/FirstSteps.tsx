/** What a newcomer can do at once with what ships; nothing starts by itself. */
import { Button, Select, Skeleton, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { api } from '@/shared/api/api';
import { useOfferedCounties } from '@/shared/api/use-offered-counties';
import { formatCounted } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Panel } from '@/shared/ui/Panel';
import classes from './HomePage.module.css';

/** Of the listing that ships, in a county with a handful of them. */
const FIRST_SEARCH = { term: 'brewery', county: '41017' };
const FIRST_COUNTY = { value: '41017', label: 'Deschutes County, OR' };
const FIRST_KIND = 'dentist';
const STEP_HEIGHT = 200;

export function FirstSteps() {
  const { currentData: kinds, isLoading } = api.useListAtlasKindsQuery(undefined);
  if (isLoading) return <Skeleton h={STEP_HEIGHT} radius="lg" />;
  // Without a table of industries nothing is known of demand.
  const hasTable = kinds?.year != null;
  return (
    <div className={classes.steps}>
      {hasTable ? <WhereTheyAre kinds={kinds.kinds.map(({ kind }) => kind)} /> : null}
      {hasTable ? <WhatIsMissing /> : null}
      <WhoTheyAre number={hasTable ? 3 : 1} />
    </div>
  );
}

function Step({ title, price, children }: { title: string; price: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className={classes.step}>
        <Text size="sm">{price}</Text>
        {children}
      </div>
    </Panel>
  );
}

function WhereTheyAre({ kinds }: { kinds: readonly string[] }) {
  const [kind, setKind] = useState(FIRST_KIND);
  return (
    <Step title="1 Where they are" price="Free.">
      <Select
        aria-label="Kind of business"
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        data={[...kinds]}
        nothingFoundMessage="No kind has this name."
        value={kind}
        onChange={(chosen) => {
          if (chosen !== null) setKind(chosen);
        }}
      />
      <Button component={Link} to={paths.atlas({ kind })}>
        Open Demand Map
      </Button>
    </Step>
  );
}

function WhatIsMissing() {
  const [county, setCounty] = useState(FIRST_COUNTY);
  const [typed, setTyped] = useState(FIRST_COUNTY.label);
  const offered = (useOfferedCounties(typed) ?? []).map(({ fips, name }) => ({ value: fips, label: name }));
  const data = [...new Map([county, ...offered].map((one) => [one.value, one])).values()];
  return (
    <Step title="2 What is missing" price="Free.">
      <Select
        aria-label="County"
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        data={data}
        // The server matches any spelling.
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        value={county.value}
        onChange={(fips) => {
          const chosen = data.find(({ value }) => value === fips);
          if (chosen !== undefined) setCounty(chosen);
        }}
      />
      <Button variant="default" component={Link} to={paths.atlasArea(county.value)}>
        Open the county
      </Button>
    </Step>
  );
}

function WhoTheyAre({ number }: { number: number }) {
  const most = useMostCredits();
  return (
    <Step
      title={number === 1 ? 'Who they are' : `${number} Who they are`}
      price={
        most === null ? 'A credit for each business found.' : `At most ${formatCounted(most, 'credit')}.`
      }
    >
      <Text size="sm" c="dimmed">
        Breweries of Deschutes County, OR
      </Text>
      <Button variant="default" component={Link} to={paths.newSearch(FIRST_SEARCH)}>
        Open the search
      </Button>
    </Step>
  );
}

/** What the first search can cost, as the server estimates it; null until known. */
function useMostCredits(): number | null {
  const [ask, { data, isUninitialized }] = api.useEstimateScrapeMutation();
  const { term, county } = FIRST_SEARCH;
  useEffect(() => {
    if (!isUninitialized) return;
    void ask({ estimateSearch: { search_term: term, area: { kind: 'counties', counties: [county] } } });
  }, [ask, isUninitialized, term, county]);
  return data?.rows_are_more === true ? null : (data?.credits_at_most ?? null);
}
