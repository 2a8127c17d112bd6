import { Text, Title } from '@mantine/core';
import classes from './HomePage.module.css';

export function HomePage() {
  return (
    <div className={classes.home}>
      <title>DemandAtlas</title>
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
