/** A call that is made for as long as somebody wants its answer. */

interface Call<Answer> {
  abort: () => void;
  unwrap: () => Promise<Answer>;
}

/** Its answer. A signal that has come begins no call, one that comes ends it; either throws. */
export async function endedBy<Answer>(signal: AbortSignal, begin: () => Call<Answer>): Promise<Answer> {
  signal.throwIfAborted();
  const call = begin();
  const abort = () => {
    call.abort();
  };
  signal.addEventListener('abort', abort);
  try {
    return await call.unwrap();
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
