import { Text, Title } from '@mantine/core';
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
        DemandAtlas helps you discover location-based business data, market insights, competitor landscapes
        and demand patterns.
      </Text>
    </div>
  );
}
