/** What the user menu offers on one's own data: a copy of it, and its end. */
import { lazy, Suspense, useState } from 'react';
import { Notice } from '@/shared/ui/Notice';

const EraseDialog = lazy(async () => ({ default: (await import('./EraseDialog')).EraseDialog }));

interface OwnDataItemsProps {
  className: string;
  /** The menu gives way to a dialog. */
  onLeave: () => void;
}

export function OwnDataItems({ className, onLeave }: OwnDataItemsProps) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isErasing, setErasing] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);

  const save = async () => {
    setLoading(true);
    setFailure(null);
    try {
      // Every visit has the menu, and hardly one takes its data along.
      const { downloadOwnData, saveBlob } = await import('@/shared/api/download');
      const file = await downloadOwnData();
      if (file.ok) saveBlob(file.blob, file.fileName ?? 'my-data.json');
      else setFailure(file.error.message);
    } catch {
      setFailure('Your data could not be downloaded. Try again.');
    }
    setLoading(false);
  };

  return (
    <>
      <li>
        <button type="button" className={className} disabled={isLoading} onClick={() => void save()}>
          {isLoading ? 'Downloading my data...' : 'Download my data'}
        </button>
        {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      </li>
      <li>
        <button
          type="button"
          className={className}
          onClick={() => {
            onLeave();
            setWasAsked(true);
            setErasing(true);
          }}
        >
          Erase my data...
        </button>
        {wasAsked ? (
          <Suspense>
            <EraseDialog
              opened={isErasing}
              onClose={() => {
                setErasing(false);
              }}
            />
          </Suspense>
        ) : null}
      </li>
    </>
  );
}
