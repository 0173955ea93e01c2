import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type FilmstripStep, FilmstripStepButton } from './filmstrip-step.tsx'
import { filmstripTexts } from './filmstrip-texts.ts'
import type { Walk } from './use-walk.ts'
import './filmstrip.css'

type FilmstripProps = {
  steps: readonly FilmstripStep[]
  walk: Walk
  /** More buttons, at the end of the row above the pictures. */
  children?: ReactNode
}

/** The way from the root to a picture, as pictures in a row: what is walked, played and pressed. */
export function Filmstrip({ steps, walk, children }: FilmstripProps) {
  const { current, isPlaying, canPlay, go, togglePlay } = walk
  const list = useRef<HTMLOListElement>(null)
  const behavior = canPlay ? 'smooth' : 'instant'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current step is found by its attribute
  useEffect(() => {
    const step = list.current?.querySelector<HTMLElement>('[aria-current]')
    step?.scrollIntoView({ block: 'nearest', inline: 'center', behavior })
    // Whoever is somewhere in the strip goes along; a hand on the canvas keeps it.
    const strip = list.current?.parentElement
    if (strip?.contains(document.activeElement) || document.activeElement === document.body)
      step?.focus({ preventScroll: true })
  }, [current, behavior])

  return (
    <>
      <header className="filmstrip-header">
        <h2 className="font-semibold text-13">{filmstripTexts.title}</h2>
        <span className="text-12 text-muted tabular-nums">{filmstripTexts.count(current + 1, steps.length)}</span>
        <div className="ml-auto flex items-center gap-1">
          <IconButton size="small" label={filmstripTexts.previous} keys="←" onClick={() => go(current - 1)}>
            <ChevronLeft />
          </IconButton>
          {canPlay && (
            <IconButton
              size="small"
              label={isPlaying ? filmstripTexts.pause : filmstripTexts.play}
              onClick={togglePlay}
            >
              {isPlaying ? <Pause /> : <Play />}
            </IconButton>
          )}
          <IconButton size="small" label={filmstripTexts.next} keys="→" onClick={() => go(current + 1)}>
            <ChevronRight />
          </IconButton>
          {children}
        </div>
      </header>
      <ol ref={list} className="filmstrip-steps" aria-label={filmstripTexts.steps}>
        {steps.map((step, at) => (
          <FilmstripStepButton
            key={step.cardId}
            step={step}
            place={at + 1}
            count={steps.length}
            isCurrent={at === current}
            onShow={() => go(at)}
          />
        ))}
      </ol>
    </>
  )
}
