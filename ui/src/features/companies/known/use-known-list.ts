/** The list as it is, and what changes it: an upload, its removal. */
import { useState } from 'react';
import { errorDetail } from '@/shared/api/api-error';
import { api } from '@/shared/api/api';
import type { KnownBusinessesBody, UploadedBody } from '@/shared/api/generated';
import { uploadKnown } from '@/shared/api/upload';
import { useAppDispatch } from '@/shared/api/store';
import { refusalOf } from './csv-file';

const { useGetKnownBusinessesQuery, useRemoveKnownBusinessesMutation } = api;

/** How soon the list is asked for again while the server looks its businesses up. */
const AGAIN_AFTER_MS = 2_000;

interface Sending {
  name: string;
  /** 0 to 1. */
  sent: number;
}

export interface Outcome {
  failure?: string;
  /** What came of an upload. */
  uploaded?: Pick<UploadedBody, 'refused' | 'refused_count'>;
}

export function useKnownList() {
  const [isCounted, setIsCounted] = useState(true);
  const query = useGetKnownBusinessesQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isCounted ? 0 : AGAIN_AFTER_MS,
    skipPollingIfUnfocused: true,
  });
  const isNowCounted = query.data?.businesses == null || query.data.found !== null;
  if (isNowCounted !== isCounted) setIsCounted(isNowCounted);
  const dispatch = useAppDispatch();
  const [sending, setSending] = useState<Sending | null>(null);
  const [outcome, setOutcome] = useState<Outcome>({});
  const [askRemoval, { isLoading: removing }] = useRemoveKnownBusinessesMutation();
  const show = (list: KnownBusinessesBody) =>
    dispatch(api.util.upsertQueryData('getKnownBusinesses', undefined, list));

  const upload = async (file: File) => {
    const refusal = refusalOf(file);
    if (refusal !== null) {
      setOutcome({ failure: refusal });
      return;
    }
    const { name } = file;
    setOutcome({});
    setSending({ name, sent: 0 });
    const content = await file.arrayBuffer().catch(() => null);
    if (content === null) {
      setSending(null);
      setOutcome({ failure: `${name} could not be read. Choose it again.` });
      return;
    }
    const { data, error } = await uploadKnown(content, (sent) => {
      setSending({ name, sent });
    });
    setSending(null);
    if (error !== undefined) {
      setOutcome({ failure: errorDetail(error) });
      return;
    }
    const { refused, refused_count: count, ...list } = data;
    await show(list);
    setOutcome({ uploaded: { refused, refused_count: count } });
  };

  /** Whether it is gone. */
  const remove = async () => {
    setOutcome({});
    const { data, error } = await askRemoval();
    if (data === undefined) {
      setOutcome({ failure: errorDetail(error) });
      return false;
    }
    await show(data);
    return true;
  };
  return { query, sending, outcome, removing, upload, remove };
}
