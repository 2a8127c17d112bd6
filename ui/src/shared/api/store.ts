import { configureStore } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { api } from './api';

/** Server data lives in the API slice, drafts in components, filters in the URL. */
export function createStore() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
}

export type AppDispatch = ReturnType<typeof createStore>['dispatch'];

/** `useDispatch` typed for the API's thunks. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
