import { type ComponentType, useState } from 'react'
import { showToast } from './toast.ts'

/** A component whose code is loaded when it is first asked for. */
export type LazyPart<Props> = {
  load(): Promise<ComponentType<Props>>
  /** Loads it because it may be asked for soon. */
  warm(): void
}

/** Makes a lazy part; its code is loaded once, and again only after that failed. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  const loadOnce = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  return { load: loadOnce, warm: () => void loadOnce().catch(() => {}) }
}

/** Opens and closes a lazy part: null while it is closed or still loading. It says so when it can't be loaded. */
export function useLazyPart<Props>(part: LazyPart<Props>) {
  // Wrapped, because a state that is a function would be called.
  const [opened, setOpened] = useState<{ Part: ComponentType<Props> } | null>(null)
  return {
    Part: opened?.Part ?? null,
    open: () =>
      void part.load().then(
        (Part) => setOpened({ Part }),
        () =>
          showToast({ kind: 'error', title: 'This did not load', description: 'Check your connection and try again.' }),
      ),
    close: () => setOpened(null),
  }
}
