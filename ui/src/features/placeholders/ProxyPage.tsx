/** /proxy: a form whose button only logs (SHL-07). */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { logOnly } from './log-only';
import { PlaceholderForm } from './PlaceholderForm';

export function ProxyPage() {
  const [proxyUrl, setProxyUrl] = useState('');
  return (
    <PlaceholderForm
      action="Save"
      onSubmit={() => {
        logOnly('Save', { proxyUrl });
      }}
    >
      <TextInput
        label="Proxy URL"
        placeholder="http://proxy.example.com:8080"
        autoComplete="off"
        spellCheck={false}
        value={proxyUrl}
        onChange={(event) => {
          setProxyUrl(event.currentTarget.value);
        }}
      />
    </PlaceholderForm>
  );
}
