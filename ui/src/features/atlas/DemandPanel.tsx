/** "Where is demand?" on Home: the counties of a kind in a state, as the Demand Map was left. */
import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AtlasKinds } from '@/shared/api/generated';
import { STATES_OF_THE_US, stateName } from '@/shared/lib/us-states';
import { mapVariables } from '@/shared/map/colors';
import { paths } from '@/shared/paths';
import { Panel } from '@/shared/ui/Panel';
import { usePhone } from '@/shared/ui/use-phone';
import { useListAtlasKindsQuery } from './atlas-api';
import { readAddress, type Opening, type Settings } from './atlas-address';
import { SmallAtlas } from './SmallAtlas';
import { useAtlas } from './use-atlas';
import { useAtlasScene } from './use-atlas-scene';
import { useOpening } from './use-opening';
import classes from './Atlas.module.css';

const ROWS = 5;
const STATES = STATES_OF_THE_US.map((code) => ({ value: code, label: stateName(code) ?? code }));

export function DemandPanel() {
  const { currentData: kinds } = useListAtlasKindsQuery(undefined);
  const opening = useOpening(kinds);
  // Without a table of industries there is nothing to say.
  return kinds?.year == null || opening === null ? null : <Demand kinds={kinds} opening={opening} />;
}

function Demand({ kinds, opening }: { kinds: AtlasKinds; opening: Opening }) {
  const names = kinds.kinds.map(({ kind }) => kind);
  const [settings, setSettings] = useState<Settings>(() =>
    readAddress(new URLSearchParams(), opening, new Set(names)),
  );
  const { kind, state, question } = settings;
  const phone = usePhone();
  const navigate = useNavigate();
  const { ground, query } = useAtlas(settings, false);
  const scene = useAtlasScene(settings, ground, query.currentData);
  const link = (county?: string) =>
    paths.atlas({
      kind,
      ...(state === null ? {} : { state }),
      ...(county === undefined ? {} : { county }),
      ...(question === 'open' ? { question } : {}),
    });
  return (
    <div className={classes.demand} style={mapVariables(scene.drawn.scheme)}>
      <Panel
        title="Where is demand?"
        aside={
          <Group gap="xs">
            <Select
              aria-label="Kind"
              size="xs"
              w="9rem"
              searchable
              selectFirstOptionOnChange
              allowDeselect={false}
              data={names}
              value={kind}
              onChange={(chosen) => {
                if (chosen !== null) setSettings({ ...settings, kind: chosen });
              }}
            />
            <Select
              aria-label="State"
              size="xs"
              w="9rem"
              searchable
              clearable
              placeholder="All states"
              data={STATES}
              value={state}
              onChange={(chosen) => {
                setSettings({ ...settings, state: chosen });
              }}
            />
            <Button component={Link} to={link()} size="compact-sm" variant="default">
              Demand Map
            </Button>
          </Group>
        }
      >
        <SmallAtlas
          scene={scene}
          query={query}
          rows={(scene.points ?? []).slice(0, ROWS)}
          withMap={!phone}
          linkTo={link}
          onSelect={(county) => void navigate(link(county))}
        />
      </Panel>
    </div>
  );
}
