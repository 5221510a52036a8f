import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { asFailure, type Failure } from "../api/failure";
import { SignedOut } from "../api/session";

export interface Loaded<T> {
  data: T | undefined;
  failure: Failure | null;
  loading: boolean;
  reload: () => void;
  /** Changes what is there by then, which need not be what was there when the change was asked for. */
  change: (by: (before: T) => T) => void;
}

/**
 * What `load` gives, anew whenever one of `inputs` changes; the former stays until the next is there. `join` makes one
 * of the former and the next, where the next is not all that counts.
 */
export function useLoad<T>(
  load: () => Promise<T>,
  inputs: unknown[],
  join: (before: T | undefined, next: T) => T = (_before, next) => next,
): Loaded<T> {
  const [state, setState] = useState<{ data?: T; failure: Failure | null; loading: boolean }>({
    failure: null,
    loading: true,
  });
  const turn = useRef(0);
  const reload = useCallback(() => {
    const mine = ++turn.current;
    setState((before) => ({ ...before, loading: true }));
    load().then(
      (data) => {
        if (mine !== turn.current) return;
        setState((before) => ({ data: join(before.data, data), failure: null, loading: false }));
      },
      (error: unknown) => {
        if (mine !== turn.current || error instanceof SignedOut) return;
        setState((before) => ({ ...before, failure: asFailure(error), loading: false }));
      },
    );
  }, inputs);
  useEffect(() => {
    reload();
    return () => void ++turn.current;
  }, [reload]);
  return {
    data: state.data,
    failure: state.failure,
    loading: state.loading,
    reload,
    change: (by) => setState((before) => (before.data === undefined ? before : { ...before, data: by(before.data) })),
  };
}

/** An action with its failure, and whether it runs. */
export function useAction<A extends unknown[]>(run: (...args: A) => Promise<void>) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [running, setRunning] = useState(false);
  const act = async (...args: A) => {
    setRunning(true);
    setFailure(null);
    try {
      await run(...args);
    } catch (error) {
      if (!(error instanceof SignedOut)) setFailure(asFailure(error));
    } finally {
      setRunning(false);
    }
  };
  return { act, failure, running, clear: () => setFailure(null) };
}
