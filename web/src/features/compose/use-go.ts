import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { generationRefusal, type RefusalTexts } from '#web/data/generations.ts'
import { rememberPage } from '#web/ui/remember-page.ts'
import { showToast } from '#web/ui/toast.ts'
import { promptTexts } from './texts.ts'

/** The visit of a page in which Go was pressed. A user who has left it stays where they are. */
export type Visit = {
  /** Aborted once the composer is gone. */
  readonly left: AbortSignal
  /** Whether the page is still open; not while another one is being loaded. */
  isHere(): boolean
}

type GoOptions = {
  /** Why nothing can be sent; null where something can. */
  readonly reason: string | null
  /** `reading` while what the reason follows from is being read: a press is done as soon as it is there. */
  readonly state: 'reading' | 'ready'
  /** The toast of a failure without a text of the server. */
  readonly failed: RefusalTexts
  /** Sends what is written. What it rejects with is shown in a toast; before that it gives the words back. */
  send(visit: Visit): Promise<void>
}

/** Go of every composer: the reason why it waits, one request, and its failure in a sentence. */
export function useGo({ reason, state, failed, send }: GoOptions) {
  const [running, setRunning] = useState(0)
  const [isAwaited, setAwaited] = useState(false)
  const visit = useRef(new AbortController())
  useEffect(() => {
    const here = new AbortController()
    visit.current = here
    return () => here.abort()
  }, [])

  const go = async () => {
    if (state === 'reading') return setAwaited(true)
    if (reason !== null) return showToast({ kind: 'error', title: promptTexts.error, description: reason })
    const { signal: left } = visit.current
    const isOpen = rememberPage()
    setRunning((count) => count + 1)
    try {
      await send({ left, isHere: () => !left.aborted && isOpen() })
    } catch (error) {
      showToast(generationRefusal(error, failed))
    } finally {
      setRunning((count) => count - 1)
    }
  }
  const goNow = useEffectEvent(go)
  useEffect(() => {
    if (!isAwaited || state === 'reading') return
    setAwaited(false)
    void goNow()
  }, [isAwaited, state])

  return { isBusy: running > 0, go: () => void go() }
}
