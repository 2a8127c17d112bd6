/** /proxy: the proxy that the user's websites are read through. */
import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorDetail, errorMessage } from '@/shared/api/api-error';
import type { ProxyBody } from '@/shared/api/generated';
import { useConfig } from '@/shared/config/config-context';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { READING_IS_OFF } from '@/shared/websites/words';
import { PageHeader } from '@/shared/ui/PageHeader';
import { QueryState } from '@/shared/ui/QueryState';
import { useUndoToast } from '@/shared/ui/Toast';
import {
  useGetProxyQuery,
  useRemoveProxyMutation,
  useRestoreProxyMutation,
  useSaveProxyMutation,
  useTestProxyMutation,
} from './proxy-api';
import classes from './Websites.module.css';

const FORM_HEIGHT = 190;

export function ProxyPage() {
  const query = useGetProxyQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <>
      <PageHeader />
      <QueryState
        query={query}
        loading={{
          text: 'Loading the proxy...',
          skeleton: <Skeleton h={FORM_HEIGHT} radius="md" />,
          onlyHeard: true,
        }}
        failure={{ title: 'The proxy could not be loaded', message: errorMessage }}
        minHeight={FORM_HEIGHT}
      >
        {(proxy) => <ProxyForm proxy={proxy} />}
      </QueryState>
    </>
  );
}

interface Said {
  tone: 'good' | 'bad';
  text: string;
}

function ProxyForm({ proxy }: { proxy: ProxyBody }) {
  const { url: saved, can_test: canTest } = proxy;
  const [url, setUrl] = useState(saved ?? '');
  // As it was saved, with its password masked; empty once it is removed.
  const [known, setKnown] = useState(saved);
  if (known !== saved) {
    setKnown(saved);
    setUrl(saved ?? '');
  }
  const { reads_websites: isOn } = useConfig();
  const { said, busy, save, test, remove } = useProxyActions(url.trim());
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isOn) void save();
      }}
    >
      <TextInput
        label="Proxy URL"
        placeholder="http://proxy.example.com:8080"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby="proxy-message"
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
        }}
      />
      <div className={classes.foot}>
        <div className={classes.buttons}>
          <Button type="submit" {...ariaDisabled(busy || !isOn)}>
            Save
          </Button>
          <Button
            variant="default"
            {...ariaDisabled(busy || !canTest || url.trim() === '')}
            onClick={() => {
              if (canTest) void test();
            }}
          >
            Test
          </Button>
          {saved === null ? null : (
            <Button variant="default" {...ariaDisabled(busy)} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </div>
        <p
          id="proxy-message"
          className={classes.message}
          data-tone={said?.tone}
          role={said?.tone === 'bad' ? 'alert' : 'status'}
        >
          {said?.text}
        </p>
        <Text size="sm" c="dimmed">
          {saved === null
            ? 'No proxy is set. Websites are read directly.'
            : 'Websites are read through it. Where it fails, nothing goes out directly.'}
          {isOn ? (canTest ? null : ' The server names no page to test.') : ` ${READING_IS_OFF}`}
        </Text>
      </div>
    </form>
  );
}

/** Saves, tests and removes the typed address; what came of it in words. */
function useProxyActions(url: string) {
  const [said, setSaid] = useState<Said | null>(null);
  const [send, saving] = useSaveProxyMutation();
  const [ask, testing] = useTestProxyMutation();
  const remove = useRemove(setSaid);
  const busy = saving.isLoading || testing.isLoading;
  const refused = (failure: unknown) => {
    setSaid({ tone: 'bad', text: errorDetail(failure) });
  };
  const save = async () => {
    if (busy) return;
    if (url === '') {
      setSaid({ tone: 'bad', text: 'Enter the address of a proxy, such as http://proxy.example.com:8080.' });
      return;
    }
    setSaid(null);
    const { error } = await send({ proxyAddress: { url } });
    if (error === undefined) setSaid({ tone: 'good', text: 'Saved.' });
    else refused(error);
  };
  const test = async () => {
    if (busy || url === '') return;
    setSaid({ tone: 'good', text: 'Testing...' });
    const { data, error } = await ask({ proxyToTest: { url } });
    if (data === undefined) refused(error);
    else setSaid({ tone: data.works ? 'good' : 'bad', text: data.message });
  };
  return { said, busy, save, test, remove };
}

/** Removes the proxy and offers to restore it. */
function useRemove(say: (said: Said) => void): () => Promise<void> {
  const showUndo = useUndoToast();
  const [remove] = useRemoveProxyMutation();
  const [restore] = useRestoreProxyMutation();
  return async () => {
    const { error } = await remove();
    if (error !== undefined) {
      say({ tone: 'bad', text: errorDetail(error) });
      return;
    }
    showUndo({
      text: 'Removed the proxy.',
      onUndo: async () => {
        const { error: failed } = await restore();
        return failed === undefined ? null : errorDetail(failed);
      },
    });
  };
}
