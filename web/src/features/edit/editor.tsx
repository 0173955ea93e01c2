import { Eye, Maximize, Redo2, Settings2, SquareDashed, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { finishedImages } from '#domain/generation/status.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { type BoardSession, useCard, useOverlay } from '#web/features/board/board-session.ts'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import { LightboxClose, LightboxFrame } from '#web/features/lightbox/lightbox.tsx'
import { announce } from '#web/ui/announce.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { IconButton } from '#web/ui/button.tsx'
import { type KeyHandlers, useKeys } from '#web/ui/keyboard.ts'
import { PageMark } from '#web/ui/page-mark.tsx'
import { dialogOf } from './controls.tsx'
import { CutOutResult } from './cut-out/cut-out-result.tsx'
import { cutOutTexts } from './cut-out/texts.ts'
import { EditBar } from './edit-bar.tsx'
import { OperationList, OperationSettings } from './editor-panel.tsx'
import { EditorFoot, EditorPanelBody } from './editor-parts.tsx'
import { ToolOptions, ToolRail } from './editor-tools.tsx'
import { EditResults, secondsBetween } from './results/edit-results.tsx'
import { OnSiblings, useSiblings } from './results/siblings.tsx'
import { isUntouched, withStep } from './selection/selection.ts'
import { filmColors, useShownSelection } from './selection/selection-layer.tsx'
import { type StageView, useStageView } from './stage/edit-stage.tsx'
import { EditedPicture } from './stage/edited-picture.tsx'
import { editorTexts } from './texts.ts'
import { type Editor, useEditor } from './use-editor.ts'
import { type EditRun, useRun } from './use-run.ts'
import '#web/ui/lightbox.css'
import './editor.css'

/** The editor of one image, over the whole window. Everything that is made of it is a branch of its card. */
export function ImageEditor({ session }: { session: BoardSession }) {
  const overlay = useOverlay(session, 'edit')
  return overlay && <OpenedImage key={overlay.imageId} session={session} overlay={overlay} />
}

type OpenedProps = { session: BoardSession; overlay: OverlayOf<'edit'> }

function OpenedImage({ session, overlay }: OpenedProps) {
  const generation = useCard(overlay.cardId, (each) => each)
  const image = generation?.images.find(({ id }) => id === overlay.imageId)
  const isGone = image?.status !== 'completed'
  useEffect(() => {
    if (isGone) session.overlays.close('edit')
  }, [isGone, session])
  if (!generation || !image) return null
  return (
    <LightboxFrame
      title={editorTexts.label(image.orderNum + 1, generation.images.length)}
      className="editor fixed inset-0 z-screen grid grid-cols-[minmax(0,1fr)_336px] bg-(--room) outline-none max-lg:grid-cols-1"
      keys={[]}
      onClose={() => session.overlays.close('edit')}
      onCloseAutoFocus={() => focusImage(overlay)}
    >
      <PageMark part="editor" />
      <EditorContent session={session} overlay={overlay} generation={generation} image={image} />
    </LightboxFrame>
  )
}

/** Gives the focus back to the picture on its card, or to the card. */
function focusImage({ cardId, imageId }: OverlayOf<'edit'>): void {
  const picture = document.querySelector<HTMLElement>(`[data-image="${imageId}"] .picture-open`)
  const target = picture ?? document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
  target?.focus({ preventScroll: true })
}

type ContentProps = OpenedProps & { generation: GenerationShape; image: ImageShape }

function EditorContent({ session, overlay, generation, image }: ContentProps) {
  const editor = useEditor(generation, image, overlay)
  const selection = useShownSelection(image, editor.draft.selection, editor.film)
  const run = useRun(editor, selection)
  const view = useStageView(editor.area)
  const [isBeforeHeld, setBeforeHeld] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const isPhone = useMediaQuery(phoneQuery)
  const dialog = useRef<Element | null>(null)
  useEditorKeys(editor, { run, view, dialog, holdBefore: () => setBeforeHeld(true) })
  useEffect(() => {
    if (editor.selectsWith === null) return
    const { share } = selection.covered
    announce(share === 0 ? editorTexts.nothingSelected : editorTexts.selectionChanged(share))
  }, [editor.selectsWith, selection.covered])

  useViewAsItWas(session)
  // Corrections from before are continued.
  const beginAtOnce = useEffectEvent(() => run.results === null && run.cutOut())
  const { begins } = overlay
  useEffect(() => {
    if (begins === 'at-once') beginAtOnce()
  }, [begins])
  const showsBox = editor.isByBox && isUntouched(editor.draft.selection) && !run.isRunning
  const siblings = useSiblings(run.results?.id ?? null)
  const close = () => session.overlays.close('edit')
  const top = (controls: ReactNode) => (
    <header className="absolute inset-x-3 top-2.5 bottom-auto z-tools flex h-10 items-center gap-1">
      <LightboxClose label={editorTexts.close} />
      <p className="edit-crumb flex h-5 min-w-0 flex-[0_1000000_280px] flex-wrap items-baseline gap-2 overflow-hidden pl-1 text-13 text-muted max-sm:flex-none">
        <b className="text-14 font-semibold text-ink">{editorTexts.title}</b>
        <span className="truncate max-sm:hidden" dir="auto">
          {promptOf(generation, image)}
        </span>
        <span className="flex-none max-sm:hidden">
          {editorTexts.place(image.orderNum + 1, generation.images.length)}
        </span>
      </p>
      {controls}
    </header>
  )
  const [cutOut] = run.results?.edit?.operation === 'remove-background' ? finishedImages(run.results.images) : []
  // Siblings are judged beside their pictures before.
  if (run.results && cutOut && siblings.at === 0)
    return (
      <CutOutResult
        key={run.results.id}
        source={image}
        parent={generation}
        made={run.results}
        image={cutOut}
        seconds={run.endedAtMs === null ? null : secondsBetween(run.results.createdAt, run.endedAtMs)}
        top={top}
        onDone={close}
      >
        <OnSiblings parent={generation} source={image} made={run.results} {...siblings} />
      </CutOutResult>
    )
  if (run.results)
    return (
      <EditResults
        source={image}
        parent={generation}
        made={run.results}
        endedAtMs={run.endedAtMs}
        {...siblings}
        top={top}
        onDone={close}
        onGoOn={(cardId, imageId) => session.overlays.open({ kind: 'edit', cardId, imageId, operation: null })}
        onAgain={run.go}
        onUseMask={(maskId) => {
          editor.change(({ selection: before }) => ({
            selection: withStep(withStep(before, { kind: 'clear' }), {
              kind: 'mask',
              mode: 'add',
              address: `/api/uploads/${maskId}/file`,
            }),
          }))
          run.leave()
        }}
      />
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key that was pressed is released anywhere in the editor
    <div
      ref={dialogOf(dialog)}
      className="contents"
      onKeyUp={(event) => event.key === '\\' && setBeforeHeld(false)}
      onBlur={() => setBeforeHeld(false)}
    >
      <div className="edit-room">
        {top(
          <>
            {!isPhone && <ToolOptions editor={editor} />}
            <TopTools editor={editor} view={view} onHoldBefore={setBeforeHeld}>
              <IconButton
                label={editorTexts.settings}
                className="hidden max-lg:inline-grid"
                aria-expanded={isPanelOpen}
                onClick={() => setPanelOpen(!isPanelOpen)}
              >
                <Settings2 />
              </IconButton>
            </TopTools>
          </>,
        )}
        {!isPhone && <ToolRail editor={editor} />}
        <EditedPicture
          editor={editor}
          selection={selection}
          view={view}
          run={run}
          isBeforeHeld={isBeforeHeld}
          showsBox={showsBox}
        />
        <EditorFoot>
          {showsBox && (
            <p className="edit-say island">
              <SquareDashed aria-hidden="true" />
              {cutOutTexts.hint}
            </p>
          )}
          {/* On the words, which push them up as they grow. */}
          {isPhone && (
            <>
              <ToolOptions editor={editor} />
              <ToolRail editor={editor} />
            </>
          )}
          <OperationList editor={editor} as="chips" />
          <EditBar editor={editor} run={run} />
        </EditorFoot>
      </div>
      <aside className="edit-panel" data-open={isPanelOpen || undefined} aria-label={editorTexts.title}>
        <header>
          <h2>{editorTexts.title}</h2>
        </header>
        <EditorPanelBody>
          <OperationList editor={editor} as="rows" />
          <OperationSettings editor={editor} run={run} />
        </EditorPanelBody>
        <footer>{editorTexts.footer}</footer>
      </aside>
    </div>
  )
}

/** The board is where it was when the editor is closed: the view goes to each new card, unseen behind the editor. */
function useViewAsItWas({ controller }: BoardSession): void {
  useEffect(() => {
    const before = controller.destination()
    return () => controller.set(before)
  }, [controller])
}

type TopToolsProps = { editor: Editor; view: StageView; onHoldBefore(isHeld: boolean): void; children: ReactNode }

function TopTools({ editor: { steps }, view, onHoldBefore, children }: TopToolsProps) {
  return (
    <div className="edit-top-tools ml-auto flex flex-none items-center gap-0.5">
      <IconButton
        label={editorTexts.undo}
        keys="Mod+Z"
        aria-disabled={!steps.canUndo || undefined}
        onClick={steps.undo}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label={editorTexts.redo}
        keys="Mod+Shift+Z"
        aria-disabled={!steps.canRedo || undefined}
        onClick={steps.redo}
      >
        <Redo2 />
      </IconButton>
      <span className="lightbox-separator" />
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={editorTexts.holdBefore}
        data-tooltip={editorTexts.holdBefore}
        data-tooltip-keys="\"
        onPointerDown={() => onHoldBefore(true)}
        onPointerUp={() => onHoldBefore(false)}
        onPointerLeave={() => onHoldBefore(false)}
      >
        <Eye aria-hidden="true" />
        {editorTexts.before}
      </button>
      <button
        type="button"
        className="button button-quiet button-small min-w-14 justify-center tabular-nums max-sm:hidden"
        aria-label={editorTexts.fullFrom(view.percent)}
        data-tooltip={editorTexts.full}
        data-tooltip-keys="Mod+1"
        onClick={view.full}
      >
        {editorTexts.percent(view.percent)}
      </button>
      <IconButton label={editorTexts.fit} keys="Mod+0" className="max-sm:hidden" onClick={view.fit}>
        <Maximize />
      </IconButton>
      {children}
    </div>
  )
}

type EditorKeysOptions = {
  run: EditRun
  view: StageView
  dialog: RefObject<Element | null>
  holdBefore(): void
}

/** The factor by which a key makes the brush larger or smaller, and the pixels by which it feathers. */
const brushStep = 1.2
const featherStep = 4

function useEditorKeys(editor: Editor, { run, view, dialog, holdBefore }: EditorKeysOptions): void {
  const { change, brush, setBrush, mode, setMode, film, setFilm, draft, steps, selectsWith } = editor
  const feather = (by: number) => change({ feather: Math.max(0, draft.feather + by) })
  const keys: KeyHandlers = [
    ['B', () => editor.take('brush')],
    ['L', () => editor.take('lasso')],
    ['R', () => editor.take('rectangle')],
    ['S', () => editor.take('object')],
    ['E', () => editor.take('eraser')],
    ['X', () => setMode(mode === 'add' ? 'subtract' : 'add')],
    [
      'Mod+I',
      () => selectsWith !== null && change(({ selection }) => ({ selection: withStep(selection, { kind: 'invert' }) })),
    ],
    ['O', () => editor.choose('extend')],
    ['C', () => editor.choose('crop')],
    ['A', () => editor.choose('adjust')],
    ['[', () => setBrush(brush / brushStep)],
    [']', () => setBrush(brush * brushStep)],
    ['Shift+{', () => feather(-featherStep)],
    ['Shift+}', () => feather(featherStep)],
    ['M', () => setFilm((film + 1) % filmColors.length)],
    ['\\', holdBefore],
    ['Mod+Z', steps.undo],
    ['Mod+Shift+Z', steps.redo],
    ['Mod+Y', steps.redo],
    ['Mod+0', view.fit],
    ['Mod+1', view.full],
    ['Mod+Enter', run.go],
  ]
  useKeys('dialog', keys, { within: dialog })
}
