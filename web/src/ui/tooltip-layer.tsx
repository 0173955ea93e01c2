import { useEffect, useRef } from 'react'
import { keysText } from './keys.ts'

/** The one tooltip of the page. It shows `data-tooltip` and `data-tooltip-keys` of the hovered or focused element. */
export function TooltipLayer() {
  const tooltip = useRef<HTMLDivElement>(null)
  useEffect(() => (tooltip.current ? startTooltips(tooltip.current) : undefined), [])
  return <div ref={tooltip} popover="manual" aria-hidden="true" className="tooltip" />
}

const firstDelayMs = 500
/** After a tooltip was shown, those of other elements appear without a delay for this long. */
const warmMs = 300
const gap = 6
const margin = 8

/**
 * One tooltip element serves the whole page: a canvas of cards has hundreds of buttons, and a component around each
 * would cost more than the buttons themselves. Returns the stop.
 */
function startTooltips(tooltip: HTMLElement): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  let target: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = Number.NEGATIVE_INFINITY

  const hide = () => {
    clearTimeout(timer)
    target = null
    if (!tooltip.matches(':popover-open')) return
    tooltip.hidePopover()
    hiddenAt = performance.now()
  }

  const show = (element: HTMLElement) => {
    // The menu of an open button lies where its tooltip would be.
    if (!element.isConnected || element.matches('[aria-haspopup][aria-expanded="true"]')) return
    const { tooltip: text = '', tooltipKeys } = element.dataset
    // It says the same again, except where the word of the element has no room, and is hidden.
    // biome-ignore lint/performance/useDomNodeTextContent: the layout is what it is about
    if (!tooltipKeys && element.innerText.trim() === text) return
    tooltip.textContent = text
    if (tooltipKeys) {
      const keys = document.createElement('kbd')
      keys.textContent = keysText(tooltipKeys)
      tooltip.append(keys)
    }
    tooltip.showPopover()
    place(tooltip, element)
  }

  const aim = (event: Event, delayMs: number) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null
    if (element === target) return
    hide()
    if (!element) return
    target = element
    const isWarm = performance.now() - hiddenAt < warmMs
    timer = setTimeout(() => show(element), isWarm ? 0 : delayMs)
  }

  document.addEventListener(
    'pointerover',
    (event) => {
      if (event.pointerType === 'mouse') aim(event, firstDelayMs)
    },
    options,
  )
  document.addEventListener(
    'focusin',
    (event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) aim(event, 0)
    },
    options,
  )
  // A finger cannot hover: a tap on a disabled control shows the reason.
  document.addEventListener(
    'click',
    (event) => {
      const isBlocked = event.target instanceof Element && event.target.closest('[data-tooltip][aria-disabled="true"]')
      if (isBlocked) aim(event, 0)
    },
    options,
  )
  for (const name of ['focusout', 'pointerdown', 'keydown', 'wheel', 'scroll'])
    document.addEventListener(name, hide, { ...options, passive: true })

  return () => {
    hide()
    listening.abort()
  }
}

/** Below the element, above it where there is no room, or to its right; always inside the window. */
function place(tooltip: HTMLElement, element: HTMLElement): void {
  const around = element.getBoundingClientRect()
  const { width, height } = tooltip.getBoundingClientRect()
  if (element.dataset.tooltipSide === 'right') {
    tooltip.style.left = `${around.right + gap}px`
    tooltip.style.top = `${around.top + (around.height - height) / 2}px`
    return
  }
  const left = around.left + around.width / 2 - width / 2
  const below = around.bottom + gap
  const top = below + height + margin > innerHeight ? around.top - gap - height : below
  tooltip.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
  tooltip.style.top = `${top}px`
}
