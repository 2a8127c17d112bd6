/** Map and list of the chosen areas, with the popup of one. */
import { SegmentedControl, Text } from '@mantine/core';
import { useCallback } from 'react';
import { errorMessage } from '@/shared/api/api-error';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import type { Retryable } from '@/shared/ui/LoadFailure';
import { AtlasFrame, NoRoom } from './AtlasFrame';
import type { Settings } from './atlas-address';
import { AreaPopup } from './AreaFigures';
import { wrongText } from './figures';
import { Legend } from './Legend';
import { PrintedList } from './PrintedList';
import type { AtlasScene } from './use-atlas-scene';
import classes from './Atlas.module.css';

interface AtlasViewProps {
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
  scene: AtlasScene;
  query: Retryable & { error: unknown };
  title: string;
  elsewhere: number;
}

export function AtlasView({ settings, onChange, scene, query, title, elsewhere }: AtlasViewProps) {
  const { loaded, listed, points, areas, measure, scale } = scene;
  const { question, kind } = settings;
  const noun = loaded?.noun ?? { one: 'county', many: 'counties' };
  const select = useStableSelect(onChange);
  const popup = (id: string) => {
    const area = areas.get(id);
    return area === undefined ? null : (
      <AreaPopup area={area} kind={kind} question={question} sources={loaded?.sources ?? []} />
    );
  };
  return (
    <>
      <AtlasFrame
        label={`${title}. The list holds the same.`}
        noun={noun}
        question={question}
        scene={scene.drawn}
        badges={scene.badges}
        fit={scene.fit}
        printing={scene.printing}
        areas={areas}
        points={points}
        failure={query.error === undefined ? null : { text: errorMessage(query.error), query }}
        selected={settings.area}
        selectedPoint={scene.selected}
        onSelect={select}
        popup={popup}
        head={<ListHead settings={settings} onChange={onChange} scene={scene} noun={noun} />}
        legend={<Legend label={measure.label} scale={scale} hatched={scene.hatched} />}
        notes={
          settings.mine && elsewhere > 0 ? (
            <Text size="xs">{formatCounted(elsewhere, 'company', 'companies')} of yours in no county</Text>
          ) : null
        }
      />
      {scene.printing && listed !== null ? (
        <PrintedList areas={listed.shown} noun={noun} question={question} sources={loaded?.sources ?? []} />
      ) : null}
    </>
  );
}

/** A new function with each render would re-subscribe the map to its pointer. */
function useStableSelect(onChange: (part: Partial<Settings>) => void) {
  return useCallback(
    (area: string | null) => {
      onChange({ area });
    },
    [onChange],
  );
}

interface ListHeadProps {
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
  scene: AtlasScene;
  noun: { one: string; many: string };
}

/** Those with room or all, and how many of the first are wrong. */
function ListHead({ settings, onChange, scene: { loaded, listed }, noun }: ListHeadProps) {
  if (settings.question === 'sell' || listed === null || loaded?.sure !== true) return null;
  const { room, all } = listed;
  return (
    <div className={classes.head}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={`Which ${noun.many} are listed`}
        data={[
          { value: 'room', label: `Room ${formatNumber(room.length)}` },
          { value: 'all', label: `All ${formatNumber(all.length)}` },
        ]}
        value={settings.all ? 'all' : 'room'}
        onChange={(value) => {
          onChange({ all: value === 'all' });
        }}
      />
      {room.length === 0 ? (
        settings.all ? null : (
          <NoRoom
            noun={noun.one}
            onShowAll={() => {
              onChange({ all: true });
            }}
          />
        )
      ) : settings.all ? null : (
        <Text size="xs" c="dimmed">
          {wrongText(room)}
        </Text>
      )}
    </div>
  );
}
