/** The map on paper and as files, and how it is computed. */
import { Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
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
  return (
    <Group gap="xs">
      {phone ? null : (
        <Button variant="default" size="sm" disabled={file === null} onClick={print}>
          Print
        </Button>
      )}
      <Downloads file={file} scene={scene} phone={phone} />
      <Button variant="default" size="sm" aria-haspopup="dialog" onClick={onHow}>
        How this is computed
      </Button>
    </Group>
  );
}

function print() {
  window.print();
}

interface DownloadsProps {
  /** Null until there is something to save. */
  file: AtlasFile | null;
  scene: AtlasScene;
  phone: boolean;
}

function Downloads({ file, scene, phone }: DownloadsProps) {
  const [pictureFailed, setPictureFailed] = useState(false);
  const saving = (save: (file: AtlasFile) => void) => () => {
    setPictureFailed(false);
    if (file !== null) save(file);
  };
  const saveText = (text: string, type: string, name: string) => {
    saveBlob(new Blob([text], { type }), name);
  };
  return (
    <>
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
          <Menu.Item
            onClick={saving((shown) => {
              pictureOf(shown, scene).then(
                (blob) => {
                  saveBlob(blob, fileName(shown, 'png'));
                },
                () => {
                  setPictureFailed(true);
                },
              );
            })}
          >
            PNG, the map
          </Menu.Item>
          <Menu.Item
            onClick={saving((shown) => {
              saveText(csvOf(shown), 'text/csv', fileName(shown, 'csv'));
            })}
          >
            CSV, the list
          </Menu.Item>
          <Menu.Item
            onClick={saving((shown) => {
              saveText(geoJsonOf(shown), 'application/geo+json', fileName(shown, 'geojson'));
            })}
          >
            GeoJSON, for maps
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {pictureFailed ? (
        <Text size="sm" role="alert">
          The picture could not be made. Try CSV or GeoJSON, or another browser.
        </Text>
      ) : null}
    </>
  );
}
