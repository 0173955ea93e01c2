import { useStore } from '#web/data/store.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageMark } from '#web/ui/page-mark.tsx'
import { bringingOn } from './bringing.ts'
import { bringInTexts } from './texts.ts'
import { useOpenWorkflow } from './use-open-workflow.ts'

/** Shows the progress of files that come in, the refused ones with reasons, and those that can be rebuilt with their history. */
export function BringInBar({ session }: { session: BoardSession }) {
  const store = bringingOn(session.board)
  const bringing = useStore(store)
  const isRunning = bringing !== null && bringing.running > 0
  const openWorkflow = useOpenWorkflow()
  if (!bringing) return null
  const { isStuck, all, done, broughtIn, refused, recorded, stop } = bringing
  return (
    <section
      className="bring-in-bar island absolute left-1/2 z-task grid h-auto w-[min(420px,calc(100vw_-_32px))] -translate-x-1/2 gap-2 px-3 py-2.5 text-13 sm:max-lg:left-[72px] sm:max-lg:w-[min(420px,100vw_-_296px)] sm:max-lg:translate-none [&_b]:font-medium [&_b]:text-ink"
      aria-label={bringInTexts.label}
    >
      <PageMark part="bring-in-bar" />
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1 font-medium tabular-nums">
          {isRunning ? bringInTexts.progress(done, all) : bringInTexts.done(broughtIn)}
        </p>
        <Button kind="quiet" size="small" onClick={isRunning ? stop : () => store.set(null)}>
          {isRunning ? bringInTexts.stop : bringInTexts.dismiss}
        </Button>
      </div>
      {isStuck && (
        <p role="status" className="text-muted">
          {bringInTexts.stuck}
        </p>
      )}
      {isRunning && <progress aria-label={bringInTexts.progress(done, all)} value={done} max={all} />}
      {refused.length > 0 && (
        <>
          <p className="font-semibold">{bringInTexts.refused(refused.length)}</p>
          <ul>
            {refused.map(({ name, reason }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files may share a name, and the list only grows
              <li key={place}>
                <b>{name}</b> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {recorded.length > 0 && (
        <>
          <p className="font-semibold">{bringInTexts.recorded(recorded.length)}</p>
          <ul>
            {recorded.map(({ file, isRebuildable, record, workflow }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files may share a name, and the list only grows
              <li key={place} className="flex flex-wrap items-center gap-2">
                <b className="min-w-0 flex-1 basis-24 truncate">{file.name}</b>
                {workflow && (
                  <Button kind="line" size="small" onClick={() => openWorkflow(workflow)}>
                    {bringInTexts.workflow.asModel}
                  </Button>
                )}
                {isRebuildable && (
                  <Button
                    kind="line"
                    size="small"
                    onClick={() => session.overlays.open({ kind: 'rebuild', file, ...(record && { record }) })}
                  >
                    {bringInTexts.rebuild}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
