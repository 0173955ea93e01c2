import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { resultSize } from '#domain/edit/edit-frame.ts'
import { needsWords } from '#domain/edit/operation.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { useImageProgress } from '#web/data/live/current-session.ts'
import { useCatalogued } from '#web/data/models/models.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { GoButton, type Offer } from '#web/features/compose/go-button.tsx'
import { promptTexts } from '#web/features/compose/texts.ts'
import { PromptField } from '#web/features/prompts/field/prompt-field.tsx'
import { usePromptEditing } from '#web/features/prompts/field/use-prompt-editing.ts'
import { narrowQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { Button } from '#web/ui/button.tsx'
import { countOf, type Executor, makesOne } from './editor-draft.ts'
import { executorName } from './editor-panel.tsx'
import { editorTexts } from './texts.ts'
import type { Editor } from './use-editor.ts'
import type { EditRun } from './use-run.ts'

/** The longest instruction, in characters: the server's limit. */
const maxWordsLength = 4_000

/** The operations whose words may be left out. */
const takesWords = (operation: Editor['operation']) =>
  needsWords(operation, { hasStyle: false }) || operation === 'extend' || operation === 'erase'

/** The bar below the picture: the words, the number of images, the price, and Go. */
export function EditBar({ editor, run }: { editor: Editor; run: EditRun }) {
  const { draft, change, operation, executor, reason } = editor
  const { projectId } = useBoardSession().board
  const catalogued = useCatalogued(executor?.model)
  const editing = usePromptEditing({
    text: { prompt: draft.words, improvedFrom: draft.improvedFrom },
    onChange: ({ prompt, improvedFrom }) => change({ words: prompt, improvedFrom }),
  })
  const goByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') editing.field.current?.blur()
    else if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') run.go()
  }
  const isSaved = operation === 'crop' || operation === 'adjust'
  // A finger has no tooltip to read it from, and the panel that says it is closed.
  const isPanelClosed = useMediaQuery(narrowQuery)
  const isReasonShown = !run.isRunning && executor !== null && isPanelClosed && reason !== null
  const problem = run.problem ?? editor.found.problem
  return (
    <div
      className="edit-bar flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-20 bg-panel py-2 pr-2 pl-4 shadow-(--shadow-float) inset-ring inset-ring-line focus-within:shadow-(--shadow-float) focus-within:inset-ring focus-within:inset-ring-edge max-sm:p-3"
      data-running={run.isRunning || undefined}
    >
      {problem !== null && (
        <p
          role="alert"
          className="flex-[1_0_100%] pt-1 text-13 text-danger max-sm:fixed max-sm:top-15 max-sm:right-2 max-sm:left-2 max-sm:rounded-12 max-sm:bg-panel max-sm:px-3.5 max-sm:py-2.5 max-sm:shadow-(--shadow-float)"
        >
          {problem}
        </p>
      )}
      {run.isRunning ? (
        <Working editor={editor} run={run} />
      ) : takesWords(operation) ? (
        <PromptField
          editing={editing}
          label={editorTexts.words}
          sentTo={{ model: catalogued, attachments: [] }}
          model={catalogued ?? (executor && { name: executor.model })}
          settings={null}
          projectId={projectId}
          rows={1}
          className="edit-words"
          placeholder={editorTexts.placeholder[operation]}
          maxLength={maxWordsLength}
          onKeyDown={goByKey}
        />
      ) : (
        <p className="edit-words">{summaryOf(editor)}</p>
      )}
      <div
        className="edit-bar-end ml-auto flex items-center gap-3 max-sm:flex-[1_0_100%] max-sm:justify-end"
        data-blocked={isReasonShown || undefined}
      >
        {!run.isRunning && executor && !makesOne(operation, executor) && <CountChoice editor={editor} />}
        {isReasonShown && (
          <span role="status" className="edit-price whitespace-normal">
            {reason}
          </span>
        )}
        {!executor && editor.offer && (
          <span className="edit-price">
            {editorTexts.nothingCan}.{' '}
            <Link to="/models" className="text-link">
              {editorTexts.connect}
            </Link>
          </span>
        )}
        {run.isRunning ? (
          <Button kind="line" busy={run.isSending} onClick={run.stop}>
            {editorTexts.stop}
          </Button>
        ) : (
          <GoButton
            offer={executor && offerOf(editor, executor)}
            reason={reason}
            busy={false}
            size="medium"
            {...(isSaved && { word: editorTexts.save })}
            onGo={run.go}
          />
        )}
      </div>
    </div>
  )
}

/** All candidates together. */
function offerOf({ draft }: Editor, executor: Executor): Offer {
  const count = countOf(draft, executor)
  return { makes: promptTexts.images(count), hundredths: executor.price * count, isMost: false }
}

/** The result of an edit without words. */
function summaryOf({ operation, draft, image, box }: Editor): string {
  if (operation === 'upscale') {
    const size = resultSize({ operation, factor: draft.factor }, image)
    return editorTexts.upscaleTo(draft.factor, editorTexts.pixels(size))
  }
  if (operation === 'crop')
    return editorTexts.cropTo(editorTexts.pixels({ width: Math.round(box.width), height: Math.round(box.height) }))
  return operation === 'adjust' ? editorTexts.adjustTo : editorTexts.placeholder[operation]
}

const counts = Array.from({ length: imagesPerGeneration }, (_, at) => at + 1)

function CountChoice({ editor: { draft, change } }: { editor: Editor }) {
  return (
    <select
      className="h-8 rounded-8 bg-transparent px-1 py-0 text-[13px] font-medium"
      aria-label={editorTexts.count}
      value={draft.count}
      onChange={(event) => change({ count: Number(event.target.value) })}
    >
      {counts.map((count) => (
        <option key={count} value={count}>
          {editorTexts.counted(count)}
        </option>
      ))}
    </select>
  )
}

/** The state of a running edit: to whom it was sent, then how far it is, else the seconds so far. */
function Working({ editor: { executor }, run: { running } }: { editor: Editor; run: EditRun }) {
  const [startedAt] = useState(() => Date.now())
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedAt) / 1_000)), 1_000)
    return () => clearInterval(timer)
  }, [startedAt])
  const fraction = useImageProgress(running?.images[0]?.id ?? '')?.fraction ?? null
  const isWorking = running?.images.some(({ status }) => status === 'running') ?? false
  return (
    <p className="edit-words" role="status">
      {isWorking
        ? fraction === null
          ? editorTexts.workingFor(seconds)
          : editorTexts.workingPercent(Math.floor(fraction * 100))
        : editorTexts.sent(executorName(executor?.executor ?? ''))}
    </p>
  )
}
