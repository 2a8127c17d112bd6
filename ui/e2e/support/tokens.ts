/** What the app asks the development sign-in for tokens, and the tokens that it keeps. */
import type { Page } from '@playwright/test';

export const TOKEN_ENDPOINT = '**/dev-idp/oauth/token';

/** The form of each token request from now on; they come as they are sent. */
export function tokenRequests(page: Page): Record<string, string>[] {
  const sent: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/dev-idp/oauth/token') return;
    sent.push(Object.fromEntries(new URLSearchParams(request.postData() ?? '')));
  });
  return sent;
}

/** The refresh token that the app keeps; without one it would have to ask in a frame. */
export function keptRefreshToken(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    for (const text of Object.values(localStorage) as string[]) {
      const token = /"refresh_token":"([^"]+)"/.exec(text)?.[1];
      if (token !== undefined) return token;
    }
    return undefined;
  });
}

/** Like a provider that issues none. */
export async function forgetRefreshToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage) as [string, string][]) {
      localStorage.setItem(key, text.replace(/,"refresh_token":"[^"]+"/, ''));
    }
  });
}

/**
 * Exchanges a token by the app's own adapter, which no screen offers: it is taken from where React keeps what it has
 * rendered.
 */
export async function exchangeToken(page: Page, token: string, type: string): Promise<void> {
  await page.evaluate(
    async ([subject, subjectType]) => {
      interface Adapter {
        exchangeToken: (token: string, type: string) => Promise<void>;
        signInWithPopup?: unknown;
      }
      interface Fiber {
        memoizedProps?: { value?: Partial<Adapter> } | null;
        child: Fiber | null;
        sibling: Fiber | null;
      }
      const root = document.getElementById('root') as unknown as Record<
        string,
        { stateNode: { current: Fiber } }
      >;
      const container = Object.keys(root).find((key) => key.startsWith('__reactContainer$')) ?? '';
      const open: (Fiber | null | undefined)[] = [root[container]?.stateNode.current];
      while (open.length > 0) {
        const fiber = open.pop();
        if (!fiber) continue;
        const value = fiber.memoizedProps?.value;
        // The library's own context has a method of that name too.
        if (value?.exchangeToken && value.signInWithPopup) return value.exchangeToken(subject, subjectType);
        open.push(fiber.sibling, fiber.child);
      }
      throw new Error('the adapter is nowhere');
    },
    [token, type] as const,
  );
}
