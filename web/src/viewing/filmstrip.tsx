import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { filmstripTexts } from './texts.ts'
import type { Walk } from './use-walk.ts'
import '#web/viewing/viewing.css'
import type { StepCaption } from './step-caption.ts'

type FilmstripProps = {
  steps: readonly FilmstripStep[]
  walk: Walk
  /** More buttons, at the end of the row above the pictures. */
  children?: ReactNode
}

/** The path from the root to an image, as a row of pictures that can be stepped through, played and pressed. */
export function Filmstrip({ steps, walk, children }: FilmstripProps) {
  const { current, isPlaying, canPlay, go, togglePlay } = walk
  const list = useRef<HTMLOListElement>(null)
  const behavior = canPlay ? 'smooth' : 'instant'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current step is found by its attribute
  useEffect(() => {
    const step = list.current?.querySelector<HTMLElement>('[aria-current]')
    step?.scrollIntoView({ block: 'nearest', inline: 'center', behavior })
    // A focus inside the strip moves along; a focus on the canvas stays.
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

/** A step of the path to an image. */
export type FilmstripStep = {
  /** The id of its card. */
  readonly cardId: string
  readonly caption: StepCaption
  /**
   * The address of its picture, 256 pixels at the longest edge or more, and its own size; null where the card has none
   * to show.
   */
  readonly picture: {
    readonly address: string
    readonly width: number
    readonly height: number
    readonly averageColor: string | null
  } | null
}

type FilmstripStepProps = { step: FilmstripStep; place: number; count: number; isCurrent: boolean; onShow(): void }

/** One picture of the filmstrip, with its main change below. */
function FilmstripStepButton({ step, place, count, isCurrent, onShow }: FilmstripStepProps) {
  const { picture, caption } = step
  return (
    <li>
      <button
        type="button"
        className="filmstrip-step"
        aria-current={isCurrent ? 'step' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onShow}
      >
        <span className="sr-only">{filmstripTexts.step(place, count)}</span>
        {picture ? (
          <img
            src={picture.address}
            alt=""
            draggable={false}
            style={{
              aspectRatio: `${picture.width} / ${picture.height}`,
              backgroundColor: picture.averageColor ?? undefined,
            }}
          />
        ) : (
          <span className="filmstrip-no-picture">{filmstripTexts.noImage}</span>
        )}
        <span className="filmstrip-caption">{caption.text}</span>
        {caption.others > 0 && <span className="filmstrip-others">{filmstripTexts.more(caption.others)}</span>}
      </button>
    </li>
  )
}
