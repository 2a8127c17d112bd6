import { Anchor, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { DocumentTitle, usePageTitle } from '@/shared/ui/DocumentTitle';
import classes from './HomePage.module.css';

export function HomePage() {
  return (
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
  );
}
