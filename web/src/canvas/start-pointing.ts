import type { CanvasEngine } from './canvas-engine.ts'
import { pointIn } from './start-gestures.ts'

const cardOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null) : null

/**
 * Makes painted cards behave like mounted ones: the one under the pointer is mounted, and a press on one that is not
 * mounted yet, such as a finger's, is forwarded to it. Returns the stop.
 */
export function startPointing(node: HTMLElement, engine: CanvasEngine): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }

  /** The painted card at a point; null on the background and where the page has elements. */
  const paintedCardAt = (event: PointerEvent) => {
    const isOnBackground =
      event.target === node || (event.target instanceof Element && event.target.matches('.canvas-world'))
    const card = isOnBackground ? engine.cardAt(pointIn(node, event)) : null
    // Beside the round corner of a mounted card is the background.
    return card && !engine.cards.has(card.id) ? card : null
  }

  node.addEventListener(
    'pointermove',
    (event) => {
      // With a button down something is being moved, and the pointer only passes.
      if (event.buttons !== 0 || event.pointerType === 'touch') return
      const id = cardOf(event.target) ?? paintedCardAt(event)?.id
      engine.pin('pointer', id ? [id] : [])
    },
    options,
  )
  node.addEventListener('pointerleave', (event) => event.buttons === 0 && engine.pin('pointer', []), options)

  node.addEventListener(
    'pointerdown',
    (event) => {
      const card = paintedCardAt(event)
      if (!card || event.button !== 0) return
      event.stopImmediatePropagation()
      engine.pinNow('pointer', card.id)
      // The renderer mounts it when this task is done.
      queueMicrotask(() =>
        node.querySelector(`[data-card="${card.id}"]`)?.dispatchEvent(new PointerEvent(event.type, event)),
      )
    },
    { ...options, capture: true },
  )

  node.addEventListener(
    'focusin',
    (event) => {
      const id = cardOf(event.target)
      engine.pin('focus', id ? [id] : [])
    },
    options,
  )
  node.addEventListener('focusout', () => engine.pin('focus', []), options)

  return () => listening.abort()
}
