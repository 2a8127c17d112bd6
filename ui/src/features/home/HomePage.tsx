import { Anchor, Text, Title } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { DocumentTitle, usePageTitle } from '@/shared/ui/DocumentTitle';
import { PartBoundary } from '@/shared/ui/boundaries';
import classes from './HomePage.module.css';

/** With what is going on below the welcome. */
export function HomePage({ children }: { children?: ReactNode }) {
  return (
    <>
      <div className={classes.home}>
        <DocumentTitle title={usePageTitle()} />
        <Title order={1} className={classes.title}>
          Welcome to DemandAtlas
        </Title>
        <Text className={classes.text}>
          DemandAtlas helps you{' '}
          <Anchor component={Link} to={paths.search()} inherit underline="always">
            discover location-based business data
          </Anchor>
          , market insights, competitor landscapes and demand patterns.
        </Text>
      </div>
      <PartBoundary text="Your searches and companies could not be shown. They are safe.">
        <Suspense>{children}</Suspense>
      </PartBoundary>
    </>
  );
}
