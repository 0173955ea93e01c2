import { X } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useOnline } from './browser-state.ts'
import { Button, IconButton } from './button.tsx'
import { withStyleSheets } from './style-sheets.ts'

/** A component whose code is fetched when it is first needed. */
export type LazyPart<Props> = {
  /** The component, or null while its code is not loaded. */
  loaded(): ComponentType<Props> | null
  /** Fetches the code. Rejects when it cannot be fetched; the next call fetches it again. */
  load(): Promise<ComponentType<Props>>
  /** Fetches the code because it may be needed soon. */
  warm(): void
}

/**
 * Creates a lazy part. Its code is fetched once, and again only after a failure: browsers fetch a module again whose
 * fetch failed (https://github.com/whatwg/html/pull/10327); in those that do not yet, reloading the page helps.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let here: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  const fetchCode = withStyleSheets(load)

  const fetchPart = async () => {
    try {
      here = await fetchCode()
      return here
    } catch (error) {
      loading = null
      throw error
    }
  }
  const loadOnce = () => {
    loading ??= fetchPart()
    return loading
  }
  return { loaded: () => here, load: loadOnce, warm: () => void loadOnce().catch(() => {}) }
}

type Loadable = { load(): Promise<unknown> }
const offlineParts = new Set<Loadable>()

/** A lazy part that must work without a connection: `warmOfflineParts` fetches it beforehand. */
export function offlinePart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const part = lazyPart(load)
  offlineParts.add(part)
  return part
}

/** Code that a press runs, and that must work without a connection. */
export function offlineCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  offlineParts.add({ load })
  return load
}

/** Pictures and data of the page come first: how long fetching waits for them, in milliseconds. */
const warmAfterMs = 2_000
/** The time for which nothing must have been pressed or moved, in milliseconds: running the code of a part takes frames from a gesture. */
const quietMs = 1_000
const inputs = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const

/**
 * Fetches every part that must work without a connection, while there is one and the user does nothing. One after the
 * other: a browser opens six connections to a server over HTTP/1.1, and pictures need them. Returns the stop.
 */
export function warmOfflineParts(parts: Iterable<Loadable> = offlineParts): () => void {
  const watch = new AbortController()
  let lastInputAt = Number.NEGATIVE_INFINITY
  const note = () => {
    lastInputAt = performance.now()
  }
  for (const input of inputs) addEventListener(input, note, { signal: watch.signal, capture: true, passive: true })

  const mustWait = () => !navigator.onLine || performance.now() < lastInputAt + quietMs
  const warm = async () => {
    for (const part of parts) {
      while (mustWait() && !watch.signal.aborted) await new Promise((resolve) => setTimeout(resolve, quietMs / 4))
      if (watch.signal.aborted) return
      await part.load().catch(() => {})
    }
    watch.abort()
  }
  const timer = setTimeout(() => void warm(), warmAfterMs)
  return () => {
    clearTimeout(timer)
    watch.abort()
  }
}

type LazySlotProps<Props> = {
  part: LazyPart<Props>
  props: Props
  /** Shown while the code is being fetched. */
  fallback?: ReactNode
  /** Shown where the code cannot be fetched, in place of the notice. */
  failed?: ReactNode
  /** Closes what the part was opened for; default: only the notice closes. */
  onClose?(): void
}

/** Renders a lazy part. Where its code cannot be fetched, a notice offers to try again; the page stays. */
export function LazySlot<Props extends object>({ part, props, fallback, failed, onClose }: LazySlotProps<Props>) {
  // Wrapped, because a state that is a function would be called.
  const [found, setFound] = useState(() => ({ Part: part.loaded() }))
  const [state, setState] = useState<'loading' | 'failed' | 'dismissed'>('loading')
  const isMissing = found.Part === null && state === 'loading'
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    part.load().then(
      (Part) => !isGone && setFound({ Part }),
      () => !isGone && setState('failed'),
    )
    return () => {
      isGone = true
    }
  }, [part, isMissing])

  if (found.Part) return <found.Part {...props} />
  if (state === 'loading') return fallback
  if (failed !== undefined) return failed
  if (state === 'dismissed') return fallback
  return (
    <>
      {fallback}
      <PartNotLoaded
        onRetry={() => setState('loading')}
        onClose={() => {
          setState('dismissed')
          onClose?.()
        }}
      />
    </>
  )
}

/** Opens and closes a lazy part: null while it is closed. */
export function useLazyPart<Props extends object>(part: LazyPart<Props>) {
  const [isOpen, setOpen] = useState(false)
  const Part = useMemo(
    () => (props: Props) => <LazySlot part={part} props={props} onClose={() => setOpen(false)} />,
    [part],
  )
  return { Part: isOpen ? Part : null, open: () => setOpen(true), close: () => setOpen(false) }
}

const texts = {
  title: 'This part did not load',
  offline: 'You are offline. It loads when the connection is back; the page stays as it is.',
  online: 'Try again. If that does not help, there may be a new version: reload the page.',
  retry: 'Retry',
  reload: 'Reload',
  close: 'Close',
}

/**
 * The notice that the code of a part could not be fetched, above the unchanged page. Tries again by itself when the
 * connection is back.
 */
function PartNotLoaded({ onRetry, onClose }: { onRetry(): void; onClose(): void }) {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry()
    wasOnline.current = isOnline
  }, [isOnline, onRetry])
  // Outside of the page's elements: some of them are moved by a transform, others are hidden by a dialog.
  return createPortal(
    <section role="alert" aria-label={texts.title} className="part-not-loaded popover">
      <div className="grid gap-1">
        <p className="font-semibold text-13">{texts.title}</p>
        <p className="text-13 text-muted">{isOnline ? texts.online : texts.offline}</p>
      </div>
      <IconButton size="small" label={texts.close} onClick={onClose}>
        <X />
      </IconButton>
      <div className="part-not-loaded-actions">
        <Button kind="solid" size="small" onClick={onRetry}>
          {texts.retry}
        </Button>
        {isOnline && (
          <Button kind="line" size="small" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        )}
      </div>
    </section>,
    document.body,
  )
}
