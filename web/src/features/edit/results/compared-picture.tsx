import { type PointerEvent, useEffect, useState } from 'react'
import type { EditRequest } from '#domain/edit/operation.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { reducedMotionQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { editorTexts } from '../texts.ts'

/** The ways to compare a result with the picture before. */
export const compareViews = ['slider', 'loupe', 'blink'] as const
export type CompareView = (typeof compareViews)[number]

type Sized = PixelSize & { readonly id: string; readonly orderNum: number }

/** Whether a result shows the same at the same place as the picture before: enlarged it does, cropped or extended not. */
export const canBeLaidOver = (edit: EditRequest | null, a: PixelSize, b: PixelSize): boolean =>
  edit?.frame === undefined && Math.abs((a.width * b.height) / (a.height * b.width) - 1) < 0.01

type ComparedProps = { edit: EditRequest | null; before: Sized; after: Sized; view: CompareView; isBeforeHeld: boolean }

/** The picture before, over the result: left of a divider, in a loupe, or in turn with it. */
export function ComparedPicture({ edit, before, after, view, isBeforeHeld }: ComparedProps) {
  const address = imageAddress(before.id, 'original')
  if (isBeforeHeld || !canBeLaidOver(edit, before, after))
    return (
      isBeforeHeld && (
        <img className="bg-(--room) object-contain" src={address} alt={editorTexts.before} draggable={false} />
      )
    )
  switch (view) {
    case 'slider':
      return <Divided address={address} number={after.orderNum + 1} />
    case 'loupe':
      return <Loupe before={before} after={after} />
    case 'blink':
      return <Blinking address={address} />
  }
}

function Divided({ address, number }: { address: string; number: number }) {
  const [split, setSplit] = useState(50)
  return (
    <>
      <img src={address} alt="" draggable={false} style={{ clipPath: `inset(0 ${100 - split}% 0 0)` }} />
      <span className="edit-glass-label left-3">{editorTexts.before}</span>
      <span className="edit-glass-label right-3 tabular-nums">{number}</span>
      <span
        className="edit-divider pointer-events-none absolute top-0 bottom-0 -ml-px w-0.5 bg-(--mark) ring ring-(--mark-shade)"
        style={{ left: `${split}%` }}
        aria-hidden="true"
      >
        <i className="absolute top-1/2 left-1/2 size-10 -translate-1/2 rounded-full bg-(--mark) after:absolute after:inset-0 after:text-center after:text-16/9.5 after:font-semibold after:text-(--mark-edge) after:[content:'‹_›']" />
      </span>
      <input
        type="range"
        className="edit-divider-range absolute inset-0 m-0 size-full cursor-ew-resize opacity-0"
        aria-label={editorTexts.divider}
        value={split}
        step={0.5}
        onPointerDown={(event) => event.stopPropagation()}
        onChange={(event) => setSplit(event.target.valueAsNumber)}
      />
    </>
  )
}

/** The magnification of the loupe: screen pixels of the larger picture. */
const loupeFactor = 3

/** A round part of both pictures, larger: the picture before at its left, the result at its right. */
function Loupe({ before, after }: Pick<ComparedProps, 'before' | 'after'>) {
  const [at, setAt] = useState({ x: 0.5, y: 0.5 })
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    setAt({ x: (event.clientX - left) / width, y: (event.clientY - top) / height })
  }
  const half = (id: string, side: 'left' | 'right') => (
    <span
      className="edit-loupe-half absolute top-0 bottom-0 w-[50%] overflow-hidden [--from:var(--radius)] data-[side=right]:left-1/2 data-[side=right]:[--from:0px]"
      data-side={side}
    >
      <img
        className="absolute top-(--radius) left-(--from) h-[calc(100cqh_*_var(--magnified))] w-[calc(100cqw_*_var(--magnified))] max-w-none"
        src={imageAddress(id, 'original')}
        alt=""
        draggable={false}
        style={{ translate: `${-at.x * 100}% ${-at.y * 100}%` }}
      />
      <span className="edit-glass-label">{side === 'left' ? editorTexts.before : editorTexts.after}</span>
    </span>
  )
  return (
    <div className="[container-type:size] absolute inset-0" onPointerMove={follow}>
      <div
        className="edit-loupe pointer-events-none absolute size-[calc(2_*_var(--radius))] -translate-1/2 overflow-hidden rounded-full [--radius:150px] max-sm:[--radius:96px]"
        aria-hidden="true"
        style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%`, '--magnified': loupeFactor } as React.CSSProperties}
      >
        {half(before.id, 'left')}
        {half(after.id, 'right')}
      </div>
    </div>
  )
}

/** The time for which each picture is shown, in milliseconds. */
const blinkMs = 700

/** Shows the picture before and the result in turn. With reduced motion only while it is held. */
function Blinking({ address }: { address: string }) {
  const [isBefore, setBefore] = useState(false)
  const isStill = useMediaQuery(reducedMotionQuery)
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => setBefore((now) => !now), blinkMs)
    return () => clearInterval(timer)
  }, [isStill])
  return isBefore && <img src={address} alt={editorTexts.before} draggable={false} />
}
