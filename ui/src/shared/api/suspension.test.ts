import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { provideAccessToken } from '@/shared/auth/access-token';
import { creditStatus as status, fake, lost, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { api } from './api';
import { createStore } from './store';
import { noteSuspension, useSuspension } from './suspension';

const MESSAGE = 'This account is suspended: please ask whoever runs this service.';

describe('a suspended account', () => {
  it('is told in the server’s words until a call is answered again', async () => {
    provideAccessToken(() => Promise.resolve('token'));
    const { result } = renderHook(useSuspension);
    const call = (answer: Parameters<typeof fake<'creditStatus'>>[1]) =>
      act(async () => {
        server.use(fake('creditStatus', answer));
        await createStore().dispatch(
          api.endpoints.creditStatus.initiate({ userId: 'u' }, { subscribe: false }),
        );
      });
    await call(refusal(403, 'This belongs to another user.', 'forbidden'));
    expect(result.current, 'another refusal').toBeNull();
    await call(refusal(403, MESSAGE, 'suspended'));
    expect(result.current).toBe(MESSAGE);
    await call(lost());
    expect(result.current, 'no answer').toBe(MESSAGE);
    noteSuspension('getFields', undefined);
    expect(result.current, 'an answer that everybody gets').toBe(MESSAGE);
    await call(status());
    expect(result.current).toBeNull();
  });
});
