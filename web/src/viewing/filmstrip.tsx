import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AdjustmentName, adjustmentNames, type EditRequest, operationTitle } from '#domain/edit/operation.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { changedKinds, type Difference, type DifferenceKind, mainChange } from '#domain/lineage/difference.ts'
import type { TextPiece } from '#domain/lineage/text-difference.ts'
import { reducedMotionQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { KeyHandlers } from '#web/ui/keyboard.ts'
import { controlChanges } from './control-texts.ts'
import { differenceTexts, filmstripTexts } from './texts.ts'
import './viewing.css'

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
      <header className="flex h-11 items-center gap-2.5 pr-1.5 pl-4">
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
      <ol
        ref={list}
        className="filmstrip-steps flex scrollbar-thin gap-1 overflow-x-auto px-2.5 pb-3 [&>li]:flex-none"
        aria-label={filmstripTexts.steps}
      >
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
        className="filmstrip-step flex w-[132px] flex-col gap-1.5 rounded-8 p-1.5 text-left hover:bg-raised focus-visible:-outline-offset-2"
        aria-current={isCurrent ? 'step' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onShow}
      >
        <span className="sr-only">{filmstripTexts.step(place, count)}</span>
        {picture ? (
          <img
            className="h-[96px] max-w-full rounded-6 object-cover"
            src={picture.address}
            alt=""
            draggable={false}
            style={{
              aspectRatio: `${picture.width} / ${picture.height}`,
              backgroundColor: picture.averageColor ?? undefined,
            }}
          />
        ) : (
          <span className="grid h-[96px] place-items-center rounded-6 bg-well text-[12px] text-muted">
            {filmstripTexts.noImage}
          </span>
        )}
        <span className="[display:-webkit-box] overflow-hidden text-12 wrap-anywhere [-webkit-box-orient:vertical] [-webkit-line-clamp:2] [line-clamp:2]">
          {caption.text}
        </span>
        {caption.others > 0 && <span className="-mt-1 text-12 text-muted">{filmstripTexts.more(caption.others)}</span>}
      </button>
    </li>
  )
}

/** The time for which a step is shown while the path plays, in milliseconds. */
const stepMs = 1_600

type WalkInput = {
  /** The number of steps, and the index of the shown one. */
  readonly count: number
  readonly current: number
  onStep(place: number): void
}

/** The position on a path: changed step by step, by keys, or by playing. */
type Walk = ReturnType<typeof useWalk>

/** Steps along a path. With reduced motion it does not play. */
export function useWalk({ count, current, onStep }: WalkInput) {
  const [isPlaying, setPlaying] = useState(false)
  const isStill = useMediaQuery(reducedMotionQuery)
  const latest = useRef(onStep)
  latest.current = onStep
  const last = count - 1

  useEffect(() => {
    if (!isPlaying) return
    if (current >= last) return setPlaying(false)
    const timer = setTimeout(() => latest.current(current + 1), stepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, current, last])

  const go = (place: number) => {
    setPlaying(false)
    onStep(Math.min(Math.max(0, place), last))
  }
  return {
    current,
    isPlaying,
    canPlay: !isStill,
    go,
    togglePlay() {
      if (!isPlaying && current >= last) onStep(0)
      setPlaying(!isPlaying)
    },
    /** The step that each key leads to. */
    keys: [
      ['ArrowLeft', () => go(current - 1)],
      ['ArrowRight', () => go(current + 1)],
      ['Home', () => go(0)],
      ['End', () => go(last)],
    ] satisfies KeyHandlers,
  }
}

/** The parts of a caption: the words, and the number of other changes. */
export type StepCaption = { readonly text: string; readonly others: number }

const wordsOf = (pieces: readonly TextPiece[], kind: TextPiece['kind']) =>
  pieces
    .filter((piece) => piece.kind === kind)
    .map(({ text }) => text.trim().replace(/^,\s*/u, ''))
    .filter(Boolean)
    .join(' · ')

const promptOf = (pieces: readonly TextPiece[]) =>
  pieces
    .filter(({ kind }) => kind !== 'removed')
    .map(({ text }) => text)
    .join('')
    .trim()

/** The added words, else the removed ones. A prompt that kept nothing is shown as a new one. */
function promptCaption(pieces: readonly TextPiece[]): string {
  const added = wordsOf(pieces, 'added')
  if (wordsOf(pieces, 'kept') === '' && added !== '') return promptOf(pieces)
  return added === '' ? filmstripTexts.removed(wordsOf(pieces, 'removed')) : filmstripTexts.added(added)
}

/** Fields that differ at nearly every branch, and are not worth a caption beside another change. */
const isQuiet = (kind: DifferenceKind) => kind === 'seed' || kind === 'parentImageId'

/** The main change of a step. */
export function stepCaption(difference: Difference | null, styleTitle: (id: string | null) => string): StepCaption {
  const main = difference && mainChange(difference)
  if (!difference || !main) return { text: filmstripTexts.start, others: 0 }
  const others = changedKinds(difference).filter((kind) => kind !== main && !isQuiet(kind)).length
  const became = (value: string | undefined) => filmstripTexts.became(differenceTexts.fields[main], value ?? '')
  const text = () => {
    switch (main) {
      case 'edit':
        return editTexts.short(difference.edit?.after ?? null)
      case 'prompt':
        return promptCaption(difference.prompt ?? [])
      case 'style':
        return became(styleTitle(difference.style?.after ?? null))
      case 'rawMode':
        return became(differenceTexts.onOff(difference.rawMode?.after ?? false))
      case 'controls': {
        const [first] = difference.controls ? controlChanges(difference.controls) : []
        return first ? filmstripTexts.became(first.name, first.after) : differenceTexts.fields.controls
      }
      case 'model':
        return became(shownModel(difference.model?.after ?? null))
      case 'aspectRatio':
      case 'resolution':
        return became(difference[main]?.after)
      default:
        return filmstripTexts.changed[main]
    }
  }
  return { text: text(), others }
}

const adjustmentTexts: Readonly<Record<AdjustmentName, string>> = {
  light: 'light',
  contrast: 'contrast',
  saturation: 'saturation',
  warmth: 'warmth',
  sharpness: 'sharpness',
  grain: 'grain',
  vignette: 'vignette',
}

const signed = (value: number) => (value > 0 ? `+${value}` : `−${-value}`)

/** The numbers of an edit: '2 ×', '1024 × 768', 'light +10, grain −5'. Empty where it has none. */
function numbersOf({ factor, frame, adjustments, feather, grow }: EditRequest): string {
  const adjusted = adjustmentNames.flatMap((name) => {
    const value = adjustments?.[name]
    return value ? [`${adjustmentTexts[name]} ${signed(value)}`] : []
  })
  return [
    factor && `${factor} ×`,
    frame && `${frame.width} × ${frame.height}`,
    frame?.angle && `turned by ${frame.angle}°`,
    ...adjusted,
    grow && (grow > 0 ? `grown by ${grow} px` : `shrunk by ${-grow} px`),
    feather && `feathered by ${feather} px`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The names of an edit where there is little room, and in full. */
export const editTexts = {
  none: 'No edit',
  short: (edit: EditRequest | null) => (edit ? operationTitle[edit.operation] : editTexts.none),
  full(edit: EditRequest | null): string {
    if (!edit) return editTexts.none
    const numbers = numbersOf(edit)
    return numbers === '' ? operationTitle[edit.operation] : `${operationTitle[edit.operation]}: ${numbers}`
  },
} as const
