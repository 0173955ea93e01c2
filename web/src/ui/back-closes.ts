import { useEffect, useEffectEvent } from 'react'

type Opened = { readonly close: () => void }

/** Open overlays, the newest last. One entry of the history stands for all of them. */
const opened: Opened[] = []
/** Whether this page has put an entry into the history that is still there. */
let hasEntry = false
/** Whether the history is on its way back from the entry. */
let isReturning = false
let timer: ReturnType<typeof setTimeout> | undefined

const mark = 'espalierOverlay'
const isAtEntry = () => Object(history.state)[mark] === true

/** Makes the history fit what is open, once all that happens now has happened: one lightbox replaces another. */
function reconcile(): void {
  if (isReturning) return
  if (opened.length > 0 && !hasEntry) {
    // The router is not told: its page stays the same.
    History.prototype.pushState.call(history, { ...history.state, [mark]: true }, '')
    hasEntry = true
  } else if (opened.length === 0 && hasEntry) {
    hasEntry = false
    // A page that was opened from it has entries of its own.
    if (isAtEntry()) returnFromEntry()
  }
}

function returnFromEntry(): void {
  isReturning = true
  const end = () => {
    isReturning = false
    reconcileSoon()
  }
  addEventListener('popstate', end, { once: true })
  history.back()
}

const reconcileSoon = () => {
  clearTimeout(timer)
  timer = setTimeout(reconcile)
}

function goBack(): void {
  if (!hasEntry || isAtEntry()) return
  hasEntry = false
  opened.at(-1)?.close()
  // Below it something else may still be open.
  reconcileSoon()
}

/** While `isOpen`, the Back button of the browser or phone closes what is open in place of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const entry: Opened = { close: () => onBack() }
    if (opened.push(entry) === 1) addEventListener('popstate', goBack)
    reconcileSoon()
    return () => {
      opened.splice(opened.indexOf(entry), 1)
      if (opened.length === 0) removeEventListener('popstate', goBack)
      reconcileSoon()
    }
  }, [isOpen])
}
