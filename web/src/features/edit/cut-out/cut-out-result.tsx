import { Eye, Info, Minus, Plus, Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { operationTitle } from '#domain/edit/operation.ts'
import { requestGeneration } from '#web/data/generations.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { useStore } from '#web/data/store.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { deleteCards } from '#web/features/board/cards/delete-selected.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { revealCard } from '#web/features/board/view-moves.ts'
import { useGo } from '#web/features/compose/use-go.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { dialogOf, Segments, Slider } from '../controls.tsx'
import { EditorFoot, EditorPanelBody } from '../editor-parts.tsx'
import {
  canRedo,
  redone,
  type Selection,
  type SelectionMode,
  type SelectionStep,
  shapingSteps,
  undone,
  withStep,
} from '../selection/selection.ts'
import { type ShownSelection, useShownSelection } from '../selection/selection-layer.tsx'
import { startStroke } from '../selection/start-stroke.ts'
import { EditStage, useStageView } from '../stage/edit-stage.tsx'
import type { Stroke } from '../stage/start-stage-gestures.ts'
import { editorTexts, formatSeconds } from '../texts.ts'
import { firstBrush } from '../use-editor.ts'
import { sendingEdit, uploadMask } from '../use-run.ts'
import { correctionsOf, hasCorrections, isCorrected, opacityOf } from './corrections.ts'
import { createCutOutCanvas } from './cut-out-canvas.ts'
import { cutOutTexts as texts } from './texts.ts'
import './cut-out.css'

type CutOutResultProps = {
  /** The image that was cut out, and its card. */
  source: ImageShape
  parent: GenerationShape
  made: GenerationShape
  /** The picture that was made. */
  image: ImageShape
  /** Seconds that it took; null: not known. */
  seconds: number | null
  top(controls: ReactNode): ReactNode
  /** Closes the editor. */
  onDone(): void
  /** More actions for the result, in the panel. */
  children: ReactNode
}

/** Factor by which each key makes the brush larger or smaller. */
const brushStep = 1.2
/** The film of a selection: it is never shown here. */
const film = 1

/** A cut-out, with two brushes that correct it. What was corrected becomes a branch of its own. */
export function CutOutResult({ source, parent, made, image, seconds, top, onDone, children }: CutOutResultProps) {
  const session = useBoardSession()
  const dialog = useRef<Element | null>(null)
  const [kept] = useState(() => correctionsOf(session.board, { cardId: made.id, imageId: image.id }))
  const subject = useStore(kept)
  const [mode, setMode] = useState<SelectionMode>('add')
  const [brush, setBrush] = useState(() => firstBrush(source))
  const [isBeforeHeld, setBeforeHeld] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(false)
  // Until then the result is shown as it is stored.
  const [hasDrawn, setHasDrawn] = useState(() => hasCorrections(session.board, made.id))
  const selection = useShownSelection(source, subject, film)
  const corrected = useCorrected(source, selection)
  const area = { x: 0, y: 0, width: source.width, height: source.height }
  const view = useStageView(area)
  const hasBranch = isCorrected(subject)
  const maxBrush = Math.round(Math.max(source.width, source.height) / 3)
  const size = (next: number) => setBrush(Math.min(maxBrush, Math.max(1, Math.round(next))))
  const undo = () => hasBranch && kept.set(undone(subject))
  const redo = () => kept.set(redone(subject))
  const begin = (event: PointerEvent) => {
    setHasDrawn(true)
    return corrected.following(
      startStroke(event, {
        tool: 'brush',
        mode,
        size: brush,
        painter: selection.painter,
        toPicture: view.toPicture,
        onDrawn: () => {},
        onEnd: (step) => kept.set(withStep(kept.get(), step)),
        onPick: () => {},
      }),
    )
  }
  const { isBusy, go } = useGo({
    reason: null,
    state: 'ready',
    failed: { title: editorTexts.failed, fallback: editorTexts.tryAgain },
    async send({ isHere }) {
      if (hasBranch) await sendCorrected({ source, parent }, { subject, selection })
      if (isHere()) onDone()
      if (kept.get() === subject) kept.set(opacityOf(image.id))
    },
  })
  const discard = () => {
    deleteCards(session.board, [made.id])
    onDone()
  }
  const show = () => {
    onDone()
    // The editor gives the board its view back as it goes.
    setTimeout(() => {
      selectOnly(session, made.id)
      revealCard(session, made.id)
    })
  }
  useKeys(
    'dialog',
    [
      ['X', () => setMode(mode === 'add' ? 'subtract' : 'add')],
      ['[', () => size(brush / brushStep)],
      [']', () => size(brush * brushStep)],
      ['\\', () => setBeforeHeld(true)],
      ['Mod+Z', undo],
      ['Mod+Shift+Z', redo],
      ['Mod+Y', redo],
      ['Mod+0', view.fit],
      ['Mod+1', view.full],
      ['Mod+Enter', go],
    ],
    { within: dialog },
  )
  const executor = made.executor === thisMachine ? texts.here : texts.by(made.executor ?? '')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key that was pressed is released anywhere in the editor
    <div
      ref={dialogOf(dialog)}
      className="contents"
      onKeyUp={(event) => event.key === '\\' && setBeforeHeld(false)}
      onBlur={() => setBeforeHeld(false)}
    >
      <div className="edit-room" data-cut-out data-corrected={(hasDrawn && !isBeforeHeld) || undefined}>
        {top(
          <>
            <div
              className="edit-options island scroll-row"
              role="toolbar"
              aria-label={operationTitle['remove-background']}
            >
              <Segments<SelectionMode>
                label={texts.brush}
                value={mode}
                onChange={setMode}
                values={[
                  { value: 'add', text: texts.keep, icon: <Plus aria-hidden="true" className="size-3.5" /> },
                  { value: 'subtract', text: texts.drop, icon: <Minus aria-hidden="true" className="size-3.5" /> },
                ]}
              />
              <Slider
                label={editorTexts.size}
                value={brush}
                least={1}
                most={maxBrush}
                text={String(brush)}
                onChange={size}
              />
              <Button kind="solid" size="small" busy={isBusy} onClick={go}>
                {texts.done}
              </Button>
            </div>
            <div className="edit-top-tools ml-auto flex flex-none items-center gap-0.5">
              <IconButton label={editorTexts.undo} keys="Mod+Z" aria-disabled={!hasBranch || undefined} onClick={undo}>
                <Undo2 />
              </IconButton>
              <IconButton
                label={editorTexts.redo}
                keys="Mod+Shift+Z"
                aria-disabled={!canRedo(subject) || undefined}
                onClick={redo}
              >
                <Redo2 />
              </IconButton>
              <IconButton
                label={editorTexts.holdBefore}
                keys="\"
                onPointerDown={() => setBeforeHeld(true)}
                onPointerUp={() => setBeforeHeld(false)}
                onPointerLeave={() => setBeforeHeld(false)}
              >
                <Eye />
              </IconButton>
              <IconButton
                label={editorTexts.settings}
                className="hidden max-lg:inline-grid"
                aria-expanded={isPanelOpen}
                onClick={() => setPanelOpen(!isPanelOpen)}
              >
                <Info />
              </IconButton>
            </div>
          </>,
        )}
        <EditStage
          image={{ ...image, prompt: made.prompt }}
          view={view}
          area={area}
          turned={0}
          begin={begin}
          brush={brush}
          onPicture={
            <>
              <div ref={corrected.place} className="cut-out-corrected" aria-hidden="true" />
              {isBeforeHeld && (
                <img src={imageAddress(source.id, 'original')} alt={editorTexts.before} draggable={false} />
              )}
            </>
          }
        />
        <EditorFoot>
          <p className="edit-say island" role="status">
            {hasBranch ? (
              texts.corrected
            ) : (
              <>
                {texts.finished(executor, seconds === null ? null : formatSeconds(seconds))}
                <Button kind="line" size="small" onClick={show}>
                  {texts.show}
                </Button>
              </>
            )}
          </p>
        </EditorFoot>
      </div>
      <aside className="edit-panel" data-open={isPanelOpen || undefined} aria-label={editorTexts.results}>
        <header>
          <h2>{editorTexts.title}</h2>
        </header>
        <EditorPanelBody>
          <section className="edit-record" aria-label={operationTitle['remove-background']}>
            <p className="edit-note">{texts.how}</p>
          </section>
          {children}
          <div className="edit-record">
            <Button kind="line" className="justify-center" onClick={discard}>
              {texts.discard}
            </Button>
          </div>
        </EditorPanelBody>
        <footer>{editorTexts.footer}</footer>
      </aside>
    </div>
  )
}

/** The picture as it is corrected, in its place over the result. */
function useCorrected(source: ImageShape, { painter, covered }: ShownSelection) {
  const [cutOut] = useState(() => createCutOutCanvas(painter))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.append(cutOut.canvas)
    const picture = new Image()
    picture.src = imageAddress(source.id, 'original')
    let isGone = false
    // Without it the result stays as it is.
    void picture.decode().then(
      () => isGone || cutOut.show(picture),
      () => undefined,
    )
    return () => {
      isGone = true
      cutOut.canvas.remove()
    }
  }, [cutOut, source.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn again after each painting
  useEffect(() => cutOut.draw(), [cutOut, covered])
  return {
    place,
    /** The same stroke, painted as it is drawn. */
    following(stroke: Stroke): Stroke {
      const thenDraw = (act?: () => void) => () => {
        act?.()
        cutOut.draw()
      }
      cutOut.draw()
      return {
        move: (events) => thenDraw(() => stroke.move(events))(),
        end: thenDraw(stroke.end),
        cancel: thenDraw(stroke.cancel),
        hold: thenDraw(stroke.hold),
      }
    },
  }
}

type Corrected = { readonly subject: Selection; readonly selection: ShownSelection }
type CutOutSource = Pick<CutOutResultProps, 'source' | 'parent'>

/** Requests the cut-out as it was corrected: another branch of the same image, by this machine. */
async function sendCorrected({ source, parent }: CutOutSource, { subject, selection }: Corrected): Promise<void> {
  const inverted: SelectionStep = { kind: 'invert' }
  await sendingEdit(parent.projectId, async () => {
    const mask = await uploadMask(await selection.maskFile(inverted))
    const request = {
      projectId: parent.projectId,
      prompt: '',
      parentGenerationId: parent.id,
      parentImageId: source.id,
      branchKind: 'edit',
      count: 1,
      model: thisMachine,
    } as const
    const edit = { operation: 'remove-background', maskUse: 'exact' } as const
    // The same strokes again are another upload: the steps say that they are the same.
    const intent = { ...request, edit, steps: shapingSteps(subject) }
    await requestGeneration({ ...request, edit: { ...edit, maskUploadId: mask.id } }, intent)
  })
}
