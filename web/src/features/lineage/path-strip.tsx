import { Download, Film, Image as ImageIcon, Printer, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { centreOn } from '#domain/geometry/camera.ts'
import { cardRect, cardWidth } from '#domain/layout/card.ts'
import { pathFromRoot } from '#domain/lineage/path-from-root.ts'
import { pathSteps } from '#domain/lineage/path-steps.ts'
import { slugOf } from '#domain/text/file-names.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { readPathAnimation } from '#web/data/pictures/image-file.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { IconButton } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/files.ts'
import { useKeys } from '#web/ui/keyboard.ts'
import { PageMark } from '#web/ui/page-mark.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { Filmstrip, stepCaption, useWalk } from '#web/viewing/filmstrip.tsx'
import { filmstripTexts } from '#web/viewing/texts.ts'
import { lineageTexts, pathTexts } from './texts.ts'

type PathStripProps = { session: BoardSession; path: OverlayOf<'path'> }

/** A filmstrip of the path from the root to an image. Arrows step through it, and the canvas follows. */
export function PathStrip({ session, path }: PathStripProps) {
  const steps = usePath(session, path.cardId, path.imageId)
  const [place, setPlace] = useState(steps.length - 1)
  const node = useRef<HTMLElement>(null)
  const current = Math.min(Math.max(0, place), steps.length - 1)
  const cardId = steps[current]?.cardId
  const walk = useWalk({ count: steps.length, current, onStep: setPlace })

  const close = () => session.overlays.close('path')
  useKeys('panel', [...walk.keys, ['Escape', close]], { within: node, reach: 'both' })
  useLayoutEffect(() => {
    if (cardId !== undefined && node.current) followStep(session, cardId, node.current.offsetHeight)
  }, [session, cardId])
  const isGone = steps.length === 0
  useEffect(() => {
    if (isGone) session.overlays.close('path')
  }, [session, isGone])

  return (
    <section
      ref={node}
      role="dialog"
      aria-label={filmstripTexts.title}
      className="path-strip popover absolute right-4 bottom-4 left-4 z-panel mx-auto w-fit max-w-[calc(100%_-_32px)] min-w-[min(440px,calc(100%_-_32px))] max-sm:fixed max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:z-sheet max-sm:w-auto max-sm:max-w-none max-sm:rounded-t-20 max-sm:rounded-b-none max-sm:pb-[env(safe-area-inset-bottom)] lg:max-w-[calc(100%_-_480px)]"
    >
      <PageMark part="path-strip" />
      <Filmstrip steps={steps} walk={walk}>
        <PathExport steps={steps} imageId={path.imageId} />
        <IconButton size="small" label={pathTexts.close} keys="Esc" onClick={close}>
          <X />
        </IconButton>
      </Filmstrip>
    </section>
  )
}

const glideMs = 200
/** A card is shown at least this large, if it fits then; and never enlarged. */
const minZoom = 0.5
/** Screen pixels at both sides of it. */
const margin = 16

/** Centers the card of a step in the area that the strip leaves free, and selects it. */
function followStep(session: BoardSession, cardId: string, stripHeight: number): void {
  const card = session.board.cards.get(cardId)
  if (!card) return
  selectOnly(session, cardId)
  const { width, height } = session.controller.viewport()
  const fitting = (width - 2 * margin) / cardWidth
  const zoom = Math.min(1, Math.max(session.controller.destination().zoom, Math.min(minZoom, fitting)))
  const free = { width, height: Math.max(1, height - stripHeight) }
  session.controller.glideTo(centreOn(cardRect(card), free, zoom), glideMs)
}

/** A step as it is shown. */
type ShownStep = ReturnType<typeof usePath>[number]

/** The steps to an image, each with its caption. */
function usePath({ board }: BoardSession, cardId: string, imageId: string) {
  const cards = useSettledCards(board)
  const styleTitle = useStyleTitle(lineageTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards that come and go change the way
  const steps = useMemo(() => {
    const path = pathFromRoot(cardId, (id) => board.cards.get(id)).map(({ id }) => board.getGeneration(id))
    return pathSteps(
      path.filter((generation) => generation !== undefined),
      imageId,
    )
  }, [board, cardId, imageId, cards])
  return steps.map(({ card, imageId: id, difference }) => {
    const image = card.images.find((each) => each.id === id) ?? null
    return {
      cardId: card.id,
      prompt: card.prompt,
      model: card.model,
      image,
      picture: image && { ...image, address: imageAddress(image.id, 256) },
      caption: stepCaption(difference, styleTitle),
    }
  })
}

/** Exports the path: as one picture, as an animation, or on paper. */
function PathExport({ steps, imageId }: { steps: readonly ShownStep[]; imageId: string }) {
  const [isPrinting, setPrinting] = useState(false)
  const name = pathTexts.fileName(slugOf(steps.at(-1)?.prompt ?? ''))
  const save = async (extension: string, make: () => Promise<Blob>) => {
    try {
      saveFile(`${name}.${extension}`, await make())
      showToast({ kind: 'success', title: pathTexts.exported })
    } catch {
      showToast({ kind: 'error', title: pathTexts.failed, description: pathTexts.failedText })
    }
  }
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton size="small" label={pathTexts.export}>
            <Download />
          </IconButton>
        </DropdownMenu.Trigger>
        {/* Not in a portal: it belongs to the strip. */}
        <DropdownMenu.Content align="end" side="top" sideOffset={8} collisionPadding={8} className="popover menu">
          <DropdownMenu.Item className="menu-item" onSelect={() => void save('png', () => drawPath(steps))}>
            <ImageIcon aria-hidden="true" />
            {pathTexts.strip}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void save('webp', () => readPathAnimation(imageId))}>
            <Film aria-hidden="true" />
            {pathTexts.animation}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => setPrinting(true)}>
            <Printer aria-hidden="true" />
            {pathTexts.print}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {isPrinting && <PathPrint steps={steps} onPrinted={() => setPrinting(false)} />}
    </>
  )
}

/** Pixels of the strip. A step is as wide as its thumbnail; strips wider than a browser can draw are scaled down. */
const side = 512
const gap = 24
const captionHeight = 88
const lineHeight = 26
/** The widest canvas that every browser draws. */
const widest = 16_384

const ink = '#1b1d21'
const muted = '#60646c'
const paper = '#ffffff'

async function loaded(step: ShownStep): Promise<HTMLImageElement | null> {
  if (!step.image) return null
  const picture = new Image()
  picture.src = imageAddress(step.image.id, 512)
  await picture.decode()
  return picture
}

/** The beginning of a text in at most two lines, broken between words. */
function twoLines(context: CanvasRenderingContext2D, text: string): string[] {
  const lines: string[] = ['']
  for (const word of text.split(/(?<=\s)/u)) {
    const line = lines.length - 1
    if (context.measureText(lines[line] + word.trimEnd()).width <= side || lines[line] === '') lines[line] += word
    else lines.push(word)
  }
  const [first = '', second, third] = lines
  return second === undefined ? [first] : [first, third === undefined ? second : `${second.trimEnd()}…`]
}

function drawStep(context: CanvasRenderingContext2D, step: ShownStep, picture: HTMLImageElement | null): void {
  if (picture) {
    const scale = Math.min(side / picture.naturalWidth, side / picture.naturalHeight)
    const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale]
    context.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height)
  }
  context.fillStyle = picture ? ink : muted
  twoLines(context, step.caption.text).forEach((line, row) => {
    context.fillText(line, 0, side + lineHeight * (row + 1), side)
  })
}

/**
 * The path as one PNG: its pictures in a row, each with its change below. Drawn here and not on the server, because the
 * browser has the fonts of every script.
 * @throws Error when a picture cannot be read.
 */
async function drawPath(steps: readonly ShownStep[]): Promise<Blob> {
  const pictures = await Promise.all(steps.map(loaded))
  const full = steps.length * (side + gap) + gap
  const scale = Math.min(1, widest / full)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(full * scale)
  canvas.height = Math.round((side + captionHeight + 2 * gap) * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.scale(scale, scale)
  context.fillStyle = paper
  context.fillRect(0, 0, full, side + captionHeight + 2 * gap)
  context.font = '500 20px Inter, system-ui, sans-serif'
  context.translate(gap, gap)
  steps.forEach((step, place) => {
    context.save()
    context.translate(place * (side + gap), 0)
    drawStep(context, step, pictures[place] ?? null)
    context.restore()
  })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error(pathTexts.failed)
  const { markedPngOf } = await import('#web/data/pictures/mark-export.ts')
  return markedPngOf(
    blob,
    steps.map(({ model }) => model),
  )
}

/** The path for the printer alone. Asks the browser to print as soon as its pictures are loaded. */
function PathPrint({ steps, onPrinted }: { steps: readonly ShownStep[]; onPrinted(): void }) {
  const node = useRef<HTMLDivElement>(null)
  const done = useRef(onPrinted)
  done.current = onPrinted
  useEffect(() => {
    let isWanted = true
    const pictures = [...(node.current?.querySelectorAll('img') ?? [])]
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!isWanted) return
      print()
      done.current()
    })
    return () => {
      isWanted = false
    }
  }, [])
  return createPortal(
    <div ref={node} className="path-print" aria-hidden="true">
      <PageMark part="path-print" />
      <h1>{filmstripTexts.title}</h1>
      {steps.map((step, place) => (
        <figure key={step.cardId}>
          {step.image && <img src={imageAddress(step.image.id, 512)} alt="" />}
          <figcaption>
            <strong>
              {place + 1}. {step.caption.text}
            </strong>
            {step.caption.others > 0 && ` ${filmstripTexts.more(step.caption.others)}`}
            <p>{step.prompt}</p>
          </figcaption>
        </figure>
      ))}
    </div>,
    document.body,
  )
}
