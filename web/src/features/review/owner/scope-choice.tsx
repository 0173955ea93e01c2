import { useMemo } from 'react'
import { finishedImages } from '#domain/generation/status.ts'
import { inReadingOrder } from '#domain/layout/frame-content.ts'
import type { ShareScope } from '#domain/sharing/share-scope.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { useStore } from '#web/data/store.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { SelectField } from '#web/ui/field.tsx'
import { shareTexts } from './texts.ts'

/** The number of finished images with a star. */
const countStarred = (board: BoardStore): number =>
  [...board.cards.keys()].reduce((count, id) => {
    const images = finishedImages(board.getGeneration(id)?.images ?? [])
    return count + images.filter(({ feedback }) => feedback.includes('star')).length
  }, 0)

const optionOf = (scope: ShareScope) => (scope.kind === 'frame' ? scope.frameId : scope.kind)

type ScopeChoiceProps = {
  session: BoardSession
  opened: ShareScope
  scope: ShareScope
  onChoose(scope: ShareScope): void
}

/** Chooses what a link shows: the canvas, the branch that the dialog was opened for, a frame, or the starred pictures. */
export function ScopeChoice({ session: { board }, opened, scope, onChoose }: ScopeChoiceProps) {
  const { frames } = useStore(board.items)
  const starred = useMemo(() => countStarred(board), [board])
  const offered: ShareScope[] = [
    { kind: 'project' },
    ...[scope, opened].filter(({ kind }) => kind === 'branch').slice(0, 1),
    ...inReadingOrder([...frames.values()]).map(({ id }): ShareScope => ({ kind: 'frame', frameId: id })),
    { kind: 'starred' },
  ]
  const nameOf = (each: ShareScope) => {
    if (each.kind === 'frame') return shareTexts.frame(frames.get(each.frameId)?.title ?? '')
    return each.kind === 'starred' ? shareTexts.starredCount(starred) : shareTexts.scopes[each.kind]
  }
  return (
    <div className="grid gap-1.5">
      <SelectField
        label={shareTexts.what}
        value={optionOf(scope)}
        options={offered.map((each) => ({ value: optionOf(each), name: nameOf(each) }))}
        onChange={(value) => onChoose(offered.find((each) => optionOf(each) === value) ?? scope)}
      />
      <p className="text-12 text-muted">{shareTexts.shown[scope.kind]}</p>
    </div>
  )
}
