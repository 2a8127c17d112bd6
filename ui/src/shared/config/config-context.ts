/** What `GET /api/config` answered at the start. */
import { createContext, useContext } from 'react';
import type { GetConfigApiResponse } from '@/shared/api/generated';

export type AppConfig = GetConfigApiResponse;

export const ConfigContext = createContext<AppConfig | null>(null);

export function useConfig(): AppConfig {
  const config = useContext(ConfigContext);
  if (config === null) {
    throw new Error('useConfig needs a ConfigContext above it: render inside App');
  }
  return config;
}
