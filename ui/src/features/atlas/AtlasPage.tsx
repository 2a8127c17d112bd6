/** /atlas: where places like this usually have more businesses of a kind, and where most of them are. */
import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import type { AtlasKinds } from '@/shared/api/generated';
import { useListAtlasKindsQuery } from './atlas-api';
import { errorMessage } from '@/shared/api/api-error';
import { useUser } from '@/shared/auth/auth-context';
import { formatCounted } from '@/shared/lib/format';
import { mapVariables } from '@/shared/map/colors';
import { PageHeader } from '@/shared/ui/PageHeader';
import { QueryState } from '@/shared/ui/QueryState';
import { useAtlasAddress, type Opening } from './atlas-address';
import { AtlasControls } from './AtlasControls';
import { AtlasTools } from './AtlasTools';
import { loadAtlasMap } from './atlas-map';
import { AtlasView } from './AtlasView';
import { HowDrawer } from './HowDrawer';
import { useAtlas } from './use-atlas';
import { useAtlasScene } from './use-atlas-scene';
import { useOpening } from './use-opening';
import classes from './Atlas.module.css';

export function AtlasPage() {
  const kinds = useListAtlasKindsQuery(undefined);
  const opening = useOpening(kinds.currentData);
  useEffect(loadAtlasMap, []);
  if (kinds.currentData !== undefined && opening !== null) {
    return <Atlas kinds={kinds.currentData} opening={opening} />;
  }
  return (
    <>
      <PageHeader />
      <QueryState
        query={{ ...kinds, currentData: undefined }}
        loading={{
          text: 'Loading county figures...',
          skeleton: <Skeleton className={classes.bones} radius="md" />,
        }}
        failure={{ title: 'County figures could not be loaded', message: errorMessage }}
        minHeight={440}
      >
        {() => null}
      </QueryState>
    </>
  );
}

function Atlas({ kinds, opening }: { kinds: AtlasKinds; opening: Opening }) {
  const { sub: userId } = useUser();
  const { settings, change } = useAtlasAddress(
    userId,
    opening,
    new Set(kinds.kinds.map((each) => each.kind)),
  );
  const { question, kind } = settings;
  const tracts = settings.level === 'tract' && settings.state !== null && kinds.neighborhoods.allowed;
  const { ground, query, elsewhere } = useAtlas(settings, tracts);
  const scene = useAtlasScene(settings, ground, query.currentData);
  const { loaded, listed } = scene;
  // Listings are of no one year.
  const year = tracts || settings.supply === 'listings' ? null : (loaded?.year ?? kinds.year ?? null);
  const many = kinds.kinds.find((each) => each.kind === kind)?.plural ?? kind;
  const title = `Demand Map: ${many}${year === null ? '' : `, ${year}`}`;
  const count = (length: number) =>
    formatCounted(length, loaded?.noun.one ?? 'county', loaded?.noun.many ?? 'counties');
  const withRoom = listed === null || question === 'sell' || loaded?.sure !== true ? null : listed.room;
  return (
    <div className={classes.page} style={mapVariables(scene.drawn.scheme)}>
      <PageHeader title={title}>
        <AtlasTools
          settings={settings}
          scene={scene}
          title={title}
          onHow={() => {
            change({ how: true });
          }}
        />
      </PageHeader>
      <AtlasControls
        settings={settings}
        onChange={change}
        kinds={kinds}
        show={listed === null ? 'Show the map' : `Show ${count(listed.shown.length)}`}
      />
      <Notices kinds={kinds} kind={kind} texts={loaded?.notices.map(({ text }) => text) ?? []} />
      <VisuallyHidden role="status">
        {withRoom === null ? '' : `${count(withRoom.length)} with room for ${many}`}
      </VisuallyHidden>
      <AtlasView
        settings={settings}
        onChange={change}
        scene={scene}
        query={query}
        title={title}
        elsewhere={elsewhere}
      />
      <HowDrawer
        opened={settings.how}
        onClose={() => {
          change({ how: false });
        }}
        loaded={loaded}
        selected={settings.area}
      />
    </div>
  );
}

/** What was counted for the kind, and what the answer says about itself. */
function Notices({ kinds, kind, texts }: { kinds: AtlasKinds; kind: string; texts: readonly string[] }) {
  const about = kinds.kinds.find((each) => each.kind === kind);
  const counted = about?.counted_as == null ? [] : [`${about.title}: counted as ${about.counted_as}.`];
  const why = about?.why == null || texts.length > 0 ? [] : [about.why.text];
  const all = [...new Set([...counted, ...texts, ...why])];
  return (
    <div role="note" aria-label="About these figures" className={classes.notices}>
      {all.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </div>
  );
}
