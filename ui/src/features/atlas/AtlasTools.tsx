/** The map on paper and as files, and how it is computed. */
import { Button, Group, Menu } from '@mantine/core';
import { saveBlob } from '@/shared/api/download';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown, IconDownload } from '@/shared/ui/icons';
import { usePhone } from '@/shared/ui/use-phone';
import type { Settings } from './atlas-address';
import { csvOf, fileName, geoJsonOf, type AtlasFile } from './files';
import { pictureOf } from './picture';
import type { AtlasScene } from './use-atlas-scene';

interface AtlasToolsProps {
  settings: Settings;
  scene: AtlasScene;
  title: string;
  onHow: () => void;
}

export function AtlasTools({ settings, scene, title, onHow }: AtlasToolsProps) {
  const phone = usePhone();
  const { loaded, listed } = scene;
  const file: AtlasFile | null =
    loaded === undefined || listed === null ? null : { title, settings, loaded, areas: listed.shown };
  const print = () => {
    window.print();
  };
  const save = (blob: Blob, ending: string) => {
    if (file !== null) saveBlob(blob, fileName(file, ending));
  };
  const download = (
    <>
      <Menu.Item
        onClick={() => {
          if (file === null) return;
          void pictureOf(file, scene).then((blob) => {
            save(blob, 'png');
          });
        }}
      >
        PNG, the map
      </Menu.Item>
      <Menu.Item
        onClick={() => {
          if (file !== null) save(new Blob([csvOf(file)], { type: 'text/csv' }), 'csv');
        }}
      >
        CSV, the list
      </Menu.Item>
      <Menu.Item
        onClick={() => {
          if (file !== null) save(new Blob([geoJsonOf(file)], { type: 'application/geo+json' }), 'geojson');
        }}
      >
        GeoJSON, for maps
      </Menu.Item>
    </>
  );
  return (
    <Group gap="xs">
      {phone ? null : (
        <Button variant="default" size="sm" disabled={file === null} onClick={print}>
          Print
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            disabled={file === null}
            leftSection={<Icon of={IconDownload} size={16} />}
            rightSection={<Icon of={IconChevronDown} size={16} />}
          >
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {phone ? <Menu.Item onClick={print}>Print</Menu.Item> : null}
          {download}
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" size="sm" aria-haspopup="dialog" onClick={onHow}>
        How this is computed
      </Button>
    </Group>
  );
}
