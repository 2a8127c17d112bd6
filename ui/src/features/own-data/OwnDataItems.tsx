/** The user menu's items for one's own data: a copy, and erasing it. */
import { lazy, Suspense, useState } from 'react';
import { Notice } from '@/shared/ui/Notice';

const EraseDialog = lazy(async () => ({ default: (await import('./EraseDialog')).EraseDialog }));

interface OwnDataItemsProps {
  className: string;
  /** The menu makes way for a dialog. */
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
      // Every visit loads the menu, but few users download their data.
      const { downloadOwnData } = await import('@/shared/api/download');
      setFailure(await downloadOwnData());
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
